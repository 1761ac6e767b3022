import { expect, test } from 'vitest'
import { programsOf } from '../types.ts'
import { plant } from './planted.ts'

const config = (compilerOptions: object, include = ['src', 'test'], parent = '../../tooling/tsconfig/base.json') => ({
  extends: parent,
  compilerOptions,
  include,
})

test('puts projects with the same options into one program, and no others', () => {
  const from = plant({
    'tooling/tsconfig/base.json': { compilerOptions: { lib: ['ES2024'], types: ['node'], strict: true } },
    'packages/a/tsconfig.json': config({ noEmit: true }),
    'packages/b/tsconfig.json': config({ types: ['node'], noEmit: true }),
    'packages/browser/tsconfig.json': config({ lib: ['ES2024', 'DOM'] }),
    'tooling/c/tsconfig.json': config({}, ['main.ts'], '../tsconfig/base.json'),
    'apps/web/tsconfig.json': config({ jsx: 'react-jsx' }),
    'apps/other/tsconfig.json': config({}, ['src'], '../web/tsconfig.json'),
  })
  const programs = programsOf(from).map(({ folders, config: { compilerOptions, include } }) => ({
    folders,
    lib: compilerOptions!['lib'],
    include: include!.map((path) => path.slice(from.length + 1)),
  }))
  expect(programs).toEqual([
    {
      folders: ['packages/a', 'packages/b', 'tooling/c'],
      lib: ['ES2024'],
      include: ['packages/a/src', 'packages/a/test', 'packages/b/src', 'packages/b/test', 'tooling/c/main.ts'],
    },
    { folders: ['packages/browser'], lib: ['ES2024', 'DOM'], include: ['packages/browser/src', 'packages/browser/test'] },
  ])
})
