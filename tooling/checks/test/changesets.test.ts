import { expect, test } from 'vitest'
import { checkChangesets } from '../changesets.ts'
import { plant } from './planted.ts'

const changeset = (name: string, text: string): string => `---\n'${name}': patch\n---\n\n${text}\n`

const right = {
  'packages/a/package.json': { name: '@reason/a', version: '0.1.0' },
  'packages/a/CHANGELOG.md': '# @reason/a\n\n## 0.1.0\n\nFirst release.\n',
  'packages/new/package.json': { name: '@reason/new', version: '0.0.0' },
  'packages/b/package.json': { name: '@reason/b', version: '0.0.0', private: true },
  '.changeset/config.json': {},
  '.changeset/first.md': changeset('@reason/new', 'A new package.'),
}

test.each<[string, object, RegExp[]]>([
  ['a released and a new package', {}, []],
  ['several versions', { 'packages/a/CHANGELOG.md': '# @reason/a\n\n## 0.2.0\n\n## 0.1.0\n' }, []],
  ['no changelog', { 'packages/a/CHANGELOG.md': '' }, [/^packages\/a\/CHANGELOG\.md has no section "## 0\.1\.0"/]],
  [
    'a changelog of another version',
    { 'packages/a/CHANGELOG.md': '# @reason/a\n\n## 0.1.0-rc\n' },
    [/^packages\/a\/CHANGELOG\.md has no section/],
  ],
  [
    'a new package without a changeset',
    { '.changeset/first.md': changeset('@reason/a', 'A fix.') },
    [/^@reason\/new was never released and no changeset names it/],
  ],
  [
    'a changeset for a private package',
    { '.changeset/second.md': changeset('@reason/b', 'A fix.') },
    [/^\.changeset\/second\.md names @reason\/b, which is no public package/],
  ],
  ['a changeset without words', { '.changeset/second.md': changeset('@reason/a', '') }, [/^\.changeset\/second\.md says nothing/]],
])('%s', async (_, change, problems) => {
  const found = await checkChangesets(plant({ ...right, ...change }))
  expect(found.problems).toEqual(problems.map((problem) => expect.stringMatching(problem)))
})
