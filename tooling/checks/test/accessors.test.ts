import { expect, test } from 'vitest'
import { checkAccessors } from '../accessors.ts'
import { plant } from './planted.ts'

const advice = 'Write a function, or list the file in tooling/checks/accessors.ts if its objects are made once.'

test.each<[string, Record<string, string>, string[]]>([
  ['functions', { 'packages/a/src/a.ts': 'const a = {\n  size: () => 1,\n  get: 2,\n  getAll() {},\n}' }, []],
  [
    'accessors, both kinds',
    { 'packages/a/src/a.ts': 'const a = {\n  get size() {\n    return 1\n  },\n  set size(to) {},\n}' },
    [
      `packages/a/src/a.ts:2 has an accessor (get size() {). ${advice}`,
      `packages/a/src/a.ts:5 has an accessor (set size(to) {},). ${advice}`,
    ],
  ],
  ['a file whose objects are made once', { 'packages/core/src/registry.ts': 'const a = {\n  get texts() {},\n}' }, []],
  ['tests and applications', { 'packages/a/test/a.ts': '  get size() {},', 'apps/a/src/a.ts': '  get size() {},' }, []],
])('%s', (_, files, problems) => expect(checkAccessors(plant(files))).toEqual({ problems }))
