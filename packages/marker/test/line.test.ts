import { expect, test } from 'vitest'
import { fold } from '../src/fold.ts'
import { defaultLine, isLineRest, isLineStart } from '../src/line.ts'

test.each([
  ['===FINAL===', 'whole'],
  ['[BEGIN FINAL RESPONSE]', 'whole'],
  ['【最终答案】', 'whole'],
  ['---', 'whole'],
  ['Final Answer:', 'start'],
  ['**Final Answer:**', 'start'],
  ['### Answer', 'start'],
  ['最终答案：', 'start'],
  ['#', 'start'],
  ['\n---\n', 'whole'],
  ['\nFinal Answer:', 'start'],
])('%s counts at: %s', (marker, line) => {
  expect(defaultLine(marker)).toBe(line)
})

test.each([
  ['', 0, true, true],
  ['', 0, false, false],
  ['a', 1, true, false],
  ['a\n', 2, false, true],
  ['a\r', 2, false, true],
  ['a\n \t\u00a0', 5, false, true],
  ['  ', 2, true, true],
  ['  ', 2, false, false],
  ['\nb ', 3, true, false],
])('%j, at %i, after a line start (%s): %s', (text, at, before, expected) => {
  expect(isLineStart(text, at, before)).toBe(expected)
})

test.each([
  ['x\n', 'yes'],
  ['x\r\n', 'yes'],
  ['x  \n', 'yes'],
  ['x', 'undecided'],
  ['x  ', 'undecided'],
  ['x y', 'no'],
  [`x${' '.repeat(16)}\n`, 'yes'],
  [`x${' '.repeat(17)}`, 'no'],
])('after the first character of %j the line is over: %s', (text, expected) => {
  expect(isLineRest(text, 1)).toBe(expected)
})

test.each([
  ['abc', 'ABC'],
  ['é', 'É'],
  ['ß', 'ß'],
  ['ŉa', 'ŉA'],
  ['İi', 'İI'],
  ['σς', 'ΣΣ'],
  ['😀a', '😀A'],
])('%s in one case is %s, and as long', (text, folded) => {
  expect(fold(text)).toBe(folded)
  expect(fold(text)).toHaveLength(text.length)
})
