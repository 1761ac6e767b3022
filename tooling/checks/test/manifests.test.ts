import { expect, test } from 'vitest'
import { checkManifests } from '../manifests.ts'
import { plant } from './planted.ts'

const target = { types: './dist/index.d.ts', default: './dist/index.js' }
const manifest = {
  name: '@reason/a',
  version: '0.1.0',
  description: 'One.',
  license: 'Apache-2.0',
  repository: { directory: 'packages/a' },
  files: ['dist'],
  type: 'module',
  exports: { '.': { '@reason/source': './src/index.ts', ...target }, './package.json': './package.json' },
  publishConfig: { access: 'public', exports: { '.': target, './package.json': './package.json' } },
  dependencies: { '@reason/b': 'workspace:^' },
  engines: { node: '>=20' },
}
const headings = ['When to use this (and when not)', 'Install', 'Use', 'Options', 'Errors', 'Limitations']
const readme = (titles: string[]): string => `# a\n\n${titles.map((title) => `## ${title}\n\nText.\n`).join('\n')}`

const problems = (change: object, titles = headings): string[] =>
  checkManifests(
    plant({
      'packages/a/package.json': { ...manifest, ...change },
      'packages/a/README.md': readme(titles),
      'packages/b/package.json': { name: '@reason/b', private: true },
    }),
  ).problems

test('passes a package that says everything', () => {
  expect(problems({})).toEqual([])
  expect(problems({}, ['When to use this (and when not)', 'Install', 'Use', 'More', 'Options', 'Errors', 'Limitations'])).toEqual([])
})

test('publishes no entry that has nothing but sources', () => {
  const sources = { './src/*': { '@reason/source': './src/*.ts' } }
  expect(problems({ exports: { ...manifest.exports, ...sources } })).toEqual([])
  const published = { access: 'public', exports: { ...manifest.publishConfig.exports, './src/*': {} } }
  expect(problems({ exports: { ...manifest.exports, ...sources }, publishConfig: published })).toHaveLength(1)
})

test('does not look at private packages', () => {
  expect(problems({ private: true, version: undefined })).toEqual([])
})

test.each<[string, object, RegExp]>([
  ['no version', { version: undefined }, /no "version"/],
  ['another license', { license: 'MIT' }, /"license" Apache-2\.0/],
  ['no files', { files: [] }, /no "files"/],
  ['the folder of another package', { repository: { directory: 'packages/b' } }, /"directory" packages\/a/],
  ['no engines', { engines: {} }, /no "engines"/],
  [
    'sources among what is published',
    { publishConfig: { access: 'public', exports: manifest.exports } },
    /without the condition @reason\/source/,
  ],
  ['a range on a package of others', { dependencies: { parser: '^1.2.3' } }, /depends on parser as \^1\.2\.3\. Write the exact version/],
  ['a range in the catalog, or nothing', { dependencies: { parser: 'catalog:' } }, /depends on parser as catalog:/],
  ['an exact range on another package of ours', { dependencies: { '@reason/b': 'workspace:*' } }, /depends on @reason\/b as workspace:\*/],
])('finds %s', (_, change, problem) => {
  expect(problems(change)).toEqual([expect.stringMatching(problem)])
})

test('finds a promise of a Node that a dependency refuses', () => {
  const folder = plant({
    'packages/a/package.json': { ...manifest, dependencies: { parser: '1.0.0', other: '1.0.0' } },
    'packages/a/README.md': readme(headings),
    'packages/a/node_modules/parser/package.json': { name: 'parser', engines: { node: '>=22.12' } },
    'packages/a/node_modules/other/package.json': { name: 'other', engines: { node: '>=18' } },
  })
  expect(checkManifests(folder).problems).toEqual([expect.stringContaining('promises Node >=20, but parser needs >=22.12')])
})

test('finds a readme with a heading missing or out of place', () => {
  expect(problems({}, headings.slice(1))).toEqual([expect.stringContaining('README.md must have these headings')])
  expect(problems({}, headings.toReversed())).toEqual([expect.stringContaining('README.md must have these headings')])
})
