import { expect, test } from 'vitest'
import { checkFloors, type Building } from '../floors.ts'
import { plant } from './planted.ts'

const building: Building = { folder: 'src', floors: ['base', 'base/high', 'roof', 'main.ts'] }

test.each<[string, Record<string, string>, string[]]>([
  [
    'downwards, and on one floor',
    { 'roof/a.ts': `import { b } from '../base/b.ts'\nimport './c.ts'`, 'roof/c.ts': '', 'base/b.ts': 'export const b = 1' },
    [],
  ],
  [
    'a type from above',
    {
      'base/b.ts': `import type { A } from '../roof/a.ts'\nimport { type B } from '../roof/a.ts'\nexport type { A } from '../roof/a.ts'`,
      'roof/a.ts': '',
    },
    [1, 2, 3].map((line) => `src/base/b.ts:${line} imports roof/a.ts, which is on a higher floor. Pass it in, or move one of them.`),
  ],
  [
    'a value from above',
    { 'base/b.ts': `\nimport { type A, a } from '../roof/a.ts'`, 'roof/a.ts': '' },
    ['src/base/b.ts:2 imports roof/a.ts, which is on a higher floor. Pass it in, or move one of them.'],
  ],
  [
    'a module that is run',
    { 'base/b.ts': `import '../roof/a.ts'`, 'roof/a.ts': '' },
    ['src/base/b.ts:1 imports roof/a.ts, which is on a higher floor. Pass it in, or move one of them.'],
  ],
  [
    'an import while it runs',
    { 'base/b.ts': `await import('../roof/a.ts')`, 'roof/a.ts': '' },
    ['src/base/b.ts:1 imports roof/a.ts, which is on a higher floor. Pass it in, or move one of them.'],
  ],
  [
    'the longest floor that fits',
    { 'base/b.ts': `import { h } from './high/h.ts'`, 'base/high/h.ts': '' },
    ['src/base/b.ts:1 imports base/high/h.ts, which is on a higher floor. Pass it in, or move one of them.'],
  ],
  ['a folder on no floor', { 'cellar/c.ts': '', 'main.ts': '' }, ['src/cellar/c.ts stands on no floor. Add its folder to the floors.']],
])('%s', (_, files, problems) => {
  const planted = Object.fromEntries(Object.entries(files).map(([path, text]) => [`src/${path}`, text]))
  expect(checkFloors([building], plant(planted)).problems).toEqual(problems)
})
