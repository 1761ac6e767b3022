import { expect, test } from 'vitest'
import { checkRings } from '../rings.ts'
import { plant } from './planted.ts'

const src = 'packages/one/src'

test.each<[string, Record<string, string>, string[]]>([
  ['one way', { 'a/x.ts': `import { y } from '../b/y.ts'`, 'b/y.ts': `import { z } from '../main.ts'`, 'main.ts': '' }, []],
  [
    'values, over a third folder',
    { 'a/x.ts': `import '../b/y.ts'`, 'b/y.ts': `import { z } from '../c/z.ts'`, 'c/z.ts': `export * from '../a/x.ts'` },
    [`${src}: a, b, c import each other (a/x.ts takes b/y.ts). Move what they share to a folder below both.`],
  ],
  [
    'types',
    { 'a/x.ts': `import type { Y } from '../b/y.ts'`, 'b/y.ts': `import { x } from '../a/x.ts'` },
    [`${src}: a, b import each other (a/x.ts takes b/y.ts). Move what they share to a folder below both.`],
  ],
  [
    'one folder',
    { 'a/x.ts': `import { y } from './y.ts'`, 'a/y.ts': `import { x } from './deep/x.ts'`, 'a/deep/x.ts': `import '../x.ts'` },
    [],
  ],
])('%s', (_, files, problems) => {
  const planted = Object.fromEntries(Object.entries(files).map(([path, text]) => [`${src}/${path}`, text]))
  expect(checkRings(plant(planted)).problems).toEqual(problems)
})
