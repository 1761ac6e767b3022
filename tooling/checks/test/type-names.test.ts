import { expect, test } from 'vitest'
import { checkTypeNames } from '../type-names.ts'
import { plant } from './planted.ts'

test.each<[string, Record<string, string>, string[], string[]]>([
  ['names of their own', { 'one/src/a.ts': 'export interface A {}', 'two/src/b.ts': 'export type B = 1\nconst A = 1' }, [], []],
  [
    'two exported types',
    { 'one/src/a.ts': 'export interface A {}', 'two/src/b.ts': '\nexport class A {}' },
    [],
    ['A is the name of several types: packages/one/src/a.ts:1, packages/two/src/b.ts:2. Rename all but one.'],
  ],
  [
    'a type of one file with the name of an exported one',
    { 'one/src/a.ts': 'export interface A {}', 'one/src/b.tsx': 'type A = 1' },
    [],
    ['A is the name of several types: packages/one/src/a.ts:1, packages/one/src/b.tsx:1. Rename all but one.'],
  ],
  ['types that no file exports', { 'one/src/a.ts': 'interface Props {}', 'one/src/b.ts': 'interface Props {}' }, [], []],
  ['a test', { 'one/src/a.ts': 'export interface A {}', 'one/test/a.ts': 'export interface A {}' }, [], []],
  ['one meaning', { 'one/src/a.ts': 'export interface A {}', 'two/src/b.ts': 'interface A {}' }, ['A'], []],
  [
    'a list of more than there is',
    { 'one/src/a.ts': 'export interface A {}' },
    ['A'],
    ['A names one type now. Take it off the list in tooling/checks/checks.ts.'],
  ],
])('%s', (_, files, listed, problems) => {
  const planted = Object.fromEntries(Object.entries(files).map(([path, text]) => [`packages/${path}`, text]))
  expect(checkTypeNames(listed, plant(planted)).problems).toEqual(problems)
})
