import { checkInput, formatFailures, hostileText } from '@reason/conformance'
import { splitText } from '@reason/core'
import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { marker, type MarkerOptions } from '../src/index.ts'

const endTag = ['===FINAL===', 'Final Answer:']
const texts = hostileText([...endTag, '\n===FINAL===\n', '\nFinal Answer:', '\n', ' '])

const options: fc.Arbitrary<MarkerOptions> = fc.record(
  {
    endTag: fc.constant(endTag),
    markerLine: fc.constantFrom('whole', 'start', 'anywhere'),
    markerOccurrence: fc.constantFrom('first', 'last'),
    caseInsensitive: fc.boolean(),
    unclosed: fc.constantFrom('answer', 'reasoning'),
    maxHeldChars: fc.constantFrom(0, 5, 40, 1000),
    onTimeout: fc.constantFrom('wait', 'reasoning'),
    trim: fc.subarray(['beforeClose', 'afterClose', 'newline1BeforeClose', 'newline1AfterClose']),
  },
  { requiredKeys: ['endTag'] },
)

test('every rule holds with every combination of options', () => {
  fc.assert(
    fc.property(options, texts, (made, text) => {
      const failures = checkInput(marker(made), text, { randomCuttings: 2, maxTwoPieceCuttings: 16, longestDelimiter: 13 })
      expect(formatFailures(failures)).toBe('')
    }),
    { numRuns: runs(300), seed: 7 },
  )
})

/** The rules again, as one pattern over the whole text. */
function byPattern(text: string, line: 'whole' | 'start' | 'anywhere', occurrence: 'first' | 'last'): [reasoning: string, answer: string] {
  const start = line === 'anywhere' ? '' : String.raw`(?<=(?:^|[\n\r])[ \t\u00a0]*)`
  const rest = line === 'whole' ? String.raw`(?=[ \t\u00a0]{0,16}(?:[\n\r]|$))` : ''
  const found = [...text.matchAll(new RegExp(`${start}(?:${endTag.join('|')})${rest}`, 'g'))]
  const hit = occurrence === 'first' ? found[0] : found.at(-1)
  return hit === undefined ? ['', text] : [text.slice(0, hit.index), text.slice(hit.index + hit[0].length)]
}

test.each([
  ['whole', 'first'],
  ['whole', 'last'],
  ['start', 'first'],
  ['start', 'last'],
  ['anywhere', 'first'],
  ['anywhere', 'last'],
] as const)('a marker counts at: %s, the %s one', (markerLine, markerOccurrence) => {
  fc.assert(
    fc.property(texts, (text) => {
      const { reasoning, answer } = splitText(text, marker({ endTag, markerLine, markerOccurrence }))
      expect([reasoning, answer]).toEqual(byPattern(text, markerLine, markerOccurrence))
    }),
    { numRuns: runs(1000), seed: 7 },
  )
})
