import { expect, test } from 'vitest'
import { checkYoungObjects } from '../young-objects.ts'
import { plant } from './planted.ts'

const list = 'or list the file in tooling/checks/young-objects.ts if its objects are made once.'
const advice = `Write a function, ${list}`

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
  [
    'functions written where they are assigned to a property',
    {
      'packages/a/src/a.ts':
        'const a = () => {\n  step.passes = (part) => true\n  a.b!.c = async function () {}\n  a.d = d => 1\n  a.e = (\n    x,\n  ) => 1\n  a.f = f\n  a.g = (a + b).c\n}',
    },
    [
      '2 has X (step.passes = (part) => true)',
      '3 has X (a.b!.c = async function () {})',
      '4 has X (a.d = d => 1)',
      '5 has X (a.e = ()',
    ].map(
      (problem) =>
        `packages/a/src/a.ts:${problem.replace('X', 'a function that is written where it is assigned to a property')}. Assign it by its name, ${list}`,
    ),
  ],
  [
    'generators within a function',
    { 'packages/a/src/a.ts': 'function* a() {}\nfunction b() {\n  function* c() {}\n  async function* d() {}\n  return { *e() {} }\n}' },
    [`packages/a/src/a.ts:3 has a generator within a function (function* c() {}). Make it where it is needed, ${list}`],
  ],
  ['a file whose objects are made once', { 'packages/core/src/registry.ts': 'const a = {\n  get texts() {},\n}' }, []],
  ['tests and applications', { 'packages/a/test/a.ts': '  get size() {},', 'apps/a/src/a.ts': '  get size() {},' }, []],
])('%s', (_, files, problems) => expect(checkYoungObjects(plant(files))).toEqual({ problems }))
