import { execFileSync } from 'node:child_process'
import type { Outcome } from './check.ts'
import { root } from './workspace.ts'

/** The last commit before the rule for subjects. Older subjects stay as they are. */
const base = '651c24609d6651322773a48962dc1b57fe16746f'

const longest = 72

/** Areas of a subject, separated by commas (`server`, `core, server tests`), a colon, and the first word after it. */
const form = /^[a-z0-9][\w.-]*(?: [\w.-]+)*(?:, [\w.-]+(?: [\w.-]+)*)*: (\S+)/

/** Imperatives whose endings resemble "adds", "fixed" or "removing". */
const imperatives = new Set(
  'alias bias bleed bring embed exceed feed focus heed need ping proceed ring seed shed sing speed spring string succeed weed'.split(' '),
)

/** First words that begin a description instead of a command. */
const descriptions = new Set('a an it more new no of one that the there these this what when where which who'.split(' '))

/**
 * Checks that subjects of commits since `since` are `area: imperative subject`, so that their list is readable.
 * Merge commits do not count. A checkout without the commit `since` (a shallow clone, an archive) skips the check.
 */
export function checkCommits(folder = root, since = base): Outcome {
  const read = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    read('merge-base', '--is-ancestor', since, 'HEAD')
  } catch {
    return { problems: [], skipped: `the history has no commit ${since.slice(0, 8)}. For all of it: git fetch --unshallow` }
  }
  const lines = read('log', '--no-merges', '--format=%h %s', `${since}..HEAD`).split('\n').filter(Boolean)
  return {
    problems: lines.flatMap((line) => {
      const [, hash, subject] = /^(\w+) ?(.*)$/.exec(line)!
      const problem = subjectProblem(subject!)
      return problem === undefined ? [] : [`${hash} "${subject}" ${problem} Reword it: git rebase -i ${hash}~`]
    }),
  }
}

/** @returns The fault of a subject, or undefined for a correct one. Subjects of `git revert` are correct. */
export function subjectProblem(subject: string): string | undefined {
  if (/^Revert ".*"$/.test(subject)) return undefined
  const { length } = subject
  if (length > longest) return `has ${length} characters, at most ${longest} are allowed.`
  const first = form.exec(subject)?.[1]
  if (first === undefined) return 'must begin with an area: "server: retry idempotent requests".'
  if (subject.endsWith('.')) return 'ends with a full stop.'
  if (descriptions.has(first.toLowerCase()) || (/(?:ed|ing|[^su]s)$/.test(first) && !imperatives.has(first)))
    return `must go on with a command ("add", "fix"), not with "${first}".`
  return undefined
}
