import { expect, test } from 'vitest'
import { runBare } from '../bare-context.ts'

const runs = (expression: string): string => runBare(`var bundled = { run: (text) => ${expression} }`, '2+2')

test('has the language', () => {
  expect(runs(`[...new Map([[text, Promise]]).keys()].join() + /2/u.test(text)`)).toBe('2+2true')
})

test.each([
  'process.pid',
  'require("fs")',
  'setTimeout(() => {})',
  'new TextDecoder()',
  'console.log(text)',
  'new TransformStream()',
  'eval(text)',
])('does not have %s', (expression) => {
  expect(() => runs(expression)).toThrow()
})
