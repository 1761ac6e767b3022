import { expect, it } from 'vitest'
import { diffLines } from '../src/verify/diff.ts'

it.each([
  ['short texts whole', 'The answer is 51.', 'The answer is 15.', ['- "The answer is 51."', '+ "The answer is 15."']],
  [
    'what is around the place where long ones part',
    `${'a'.repeat(100)}x${'b'.repeat(100)}`,
    `${'a'.repeat(100)}y`,
    [`- "…${'a'.repeat(30)}x${'b'.repeat(59)}…"`, `+ "…${'a'.repeat(30)}y"`],
  ],
  ['values as JSON', ['a'], null, ['- ["a"]', '+ null']],
])('a diff shows %s', (_, expected, got, lines) => {
  expect(diffLines(expected, got)).toEqual(lines)
})
