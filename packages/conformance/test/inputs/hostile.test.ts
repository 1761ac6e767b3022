import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkProperties, hostileText, normaliseParts } from '../../src/index.ts'
import { reference } from '../reference.ts'

const texts = fc.sample(hostileText(['<think>', '</think>']), { numRuns: 400, seed: 1 })

test.each([
  ['delimiters', /<think>/],
  ['delimiters cut short', /<thin(?!k)/],
  ['look-alikes', /<THINK>/],
  ['runs of the first character', /<{6}/],
  ['nested openers', /<think>(?:(?!<\/think>)[^])*<think>/],
  ['characters outside the basic plane', /\p{Emoji_Presentation}/u],
  ['halves of characters', /[\ud800-\udbff](?![\udc00-\udfff])/],
  ['code', /```/],
])('hostile text has %s', (_, pattern) => {
  expect(texts.some((text) => pattern.test(text))).toBe(true)
})

test('hostile text needs delimiters', () => {
  expect(() => hostileText([])).toThrow(TypeError)
  expect(() => checkProperties(reference({ signals: [] }))).toThrow(/Give the option delimiters/)
})

test('what breaks a rule is made short', () => {
  const deaf = reference({
    createSplitter: () => {
      const inner = reference().createSplitter()
      return { push: (text) => (text.includes('👩') ? [] : inner.push(text)), end: () => inner.end() }
    },
  })
  const [failure] = checkProperties(deaf, { runs: 500 })
  expect(failure?.input).toBeDefined()
  expect(failure!.input!.length).toBeLessThan(12)
})

test('adjacent text of one block is joined, and nothing else', () => {
  const delta = (block: number, text: string) => ({ type: 'delta' as const, block, channel: 'answer' as const, text })
  expect(
    normaliseParts([
      delta(0, 'a'),
      delta(0, 'b'),
      { ...delta(0, 'c'), inserted: true },
      delta(0, 'd'),
      delta(1, 'e'),
      { type: 'markup', of: 'delimiter', text: '<' },
      { type: 'markup', of: 'delimiter', text: '>' },
      { type: 'markup', of: 'whitespace', text: ' ' },
      { type: 'tool-call-delta', call: 0, text: '{' },
      { type: 'tool-call-delta', call: 0, text: '}' },
      { type: 'tool-call-delta', call: 1, text: '{}' },
    ]),
  ).toEqual([
    delta(0, 'ab'),
    { ...delta(0, 'c'), inserted: true },
    delta(0, 'd'),
    delta(1, 'e'),
    { type: 'markup', of: 'delimiter', text: '<>' },
    { type: 'markup', of: 'whitespace', text: ' ' },
    { type: 'tool-call-delta', call: 0, text: '{}' },
    { type: 'tool-call-delta', call: 1, text: '{}' },
  ])
})
