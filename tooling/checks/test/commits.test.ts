import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCommits, subjectProblem } from '../commits.ts'
import { plant } from './planted.ts'

test.each([
  'server: retry idempotent requests',
  'core, server tests: bring thoughts back',
  'providers-openai: read `reasoning` of v2.1',
  'readme: focus on three doors',
  `server: add ${'x'.repeat(60)}`,
  'Revert "gateway: what a model said before this rule, whose subject may be as long as it was"',
])('%s passes', (subject) => {
  expect(subjectProblem(subject)).toBeUndefined()
})

test.each<[string, RegExp]>([
  ['retry idempotent requests', /must begin with an area/],
  ['Server: retry idempotent requests', /must begin with an area/],
  ['server:retry', /must begin with an area/],
  ['', /must begin with an area/],
  [`server: add ${'x'.repeat(61)}`, /has 73 characters/],
  ['server: retry idempotent requests.', /full stop/],
  ['server: retries requests', /not with "retries"/],
  ['server: fixed the queue', /not with "fixed"/],
  ['docs: removing a page', /not with "removing"/],
  ['server: what a client sees is shorter', /not with "what"/],
  ['server: The queue is shorter', /not with "The"/],
])('"%s" is refused', (subject, problem) => {
  expect(subjectProblem(subject)).toMatch(problem)
})

/** Creates a repository whose commits have these subjects, the oldest first. */
function plantHistory(...subjects: string[]): { folder: string; git: (...args: string[]) => string } {
  const folder = plant({})
  const git = (...args: string[]): string => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  }
  git('init', '--quiet', '--initial-branch=main')
  for (const subject of subjects) git('commit', '--quiet', '--allow-empty', '-m', subject)
  return { folder, git }
}

test('finds a planted subject behind the base, and none before it', () => {
  const { folder, git } = plantHistory('How it was before', 'the base', 'core: add a part', 'core: added a part')
  const hash = git('rev-parse', '--short', 'HEAD')
  const base = git('rev-parse', 'HEAD~2')
  expect(checkCommits(folder, base)).toEqual({
    problems: [
      `${hash} "core: added a part" must go on with a command ("add", "fix"), not with "added". Reword it: git rebase -i ${hash}~`,
    ],
  })
})

test('does not look at merges', () => {
  const { folder, git } = plantHistory('the base', 'core: add a part')
  const base = git('rev-parse', 'HEAD~1')
  git('checkout', '--quiet', '-b', 'other', base)
  git('commit', '--quiet', '--allow-empty', '-m', 'server: use a part')
  git('merge', '--quiet', '--no-ff', '-m', "Merge branch 'main' into other", 'main')
  expect(checkCommits(folder, base)).toEqual({ problems: [] })
})

test('skips a shallow clone without the base, and a folder without a history, with the reason', () => {
  const { folder, git } = plantHistory('the base', 'core: add a part', 'core: added a part')
  const base = git('rev-parse', 'HEAD~2')
  const shallow = join(plant({}), 'clone')
  git('clone', '--quiet', '--depth=1', `file://${folder}`, shallow)
  const skipped = { problems: [], skipped: expect.stringContaining(`no commit ${base.slice(0, 8)}`) }
  expect(checkCommits(shallow, base)).toEqual(skipped)
  expect(checkCommits(plant({}), base)).toEqual(skipped)
  expect(checkCommits(folder, base).problems).toHaveLength(1)
})
