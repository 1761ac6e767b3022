import { expect, test } from 'vitest'
import { checkRings, type Rings } from '../rings.ts'
import { plant } from './planted.ts'

const src = 'packages/one/src'

test.each<[string, Record<string, string>, Rings, string[]]>([
  ['one way', { 'a/x.ts': `import { y } from '../b/y.ts'`, 'b/y.ts': `import { z } from '../main.ts'`, 'main.ts': '' }, {}, []],
  [
    'values, over a third folder',
    { 'a/x.ts': `import '../b/y.ts'`, 'b/y.ts': `import { z } from '../c/z.ts'`, 'c/z.ts': `export * from '../a/x.ts'` },
    {},
    [`${src}: a, b, c import values of each other (a/x.ts takes b/y.ts). Move what they share to a folder below both.`],
  ],
  [
    'types',
    { 'a/x.ts': `import type { Y } from '../b/y.ts'`, 'b/y.ts': `import { x } from '../a/x.ts'` },
    {},
    [`${src}: a, b import types of each other (a/x.ts takes b/y.ts). Move what they share to a folder below both.`],
  ],
  [
    'types, as listed',
    { 'a/x.ts': `import type { Y } from '../b.ts'`, 'b.ts': `import { x } from './a/x.ts'` },
    { [src]: [['a', 'b.ts']] },
    [],
  ],
  [
    'a list of more than there is',
    { 'a/x.ts': `import type { Y } from '../b/y.ts'`, 'b/y.ts': `import { x } from '../a/x.ts'`, 'c/z.ts': '' },
    { [src]: [['a', 'b', 'c']] },
    [`${src}: the ring a, b, c is smaller now, or gone. Mend the list in tooling/checks/rings.ts.`],
  ],
  [
    'one folder',
    { 'a/x.ts': `import { y } from './y.ts'`, 'a/y.ts': `import { x } from './deep/x.ts'`, 'a/deep/x.ts': `import '../x.ts'` },
    {},
    [],
  ],
])('%s', (_, files, known, problems) => {
  const planted = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${src}/${path}`, text]))
  expect(checkRings(known, plant(planted)).problems).toEqual(problems)
})
