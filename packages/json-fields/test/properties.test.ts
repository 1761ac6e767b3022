import { checkInput, formatFailures } from '@reason/conformance'
import { splitText } from '@reason/core'
import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { jsonFields } from '../src/index.ts'

// Lone halves of characters become U+FFFD, which rows show.
const string = fc.string({
  unit: fc.oneof(fc.constantFrom('"', '\\', '{', '}', ',', ':', "'", '\n', '[', '`'), fc.string({ unit: 'grapheme' })),
})
const other = fc.tuple(fc.constantFrom<string>('id', 'note', 'x y'), fc.jsonValue({ maxDepth: 3 }))
const record = fc.record({ thought: string, reply: string, others: fc.array(other, { maxLength: 4 }), indent: fc.constantFrom(0, 2, '\t') })

const escapeAll = (json: string): string =>
  json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

test('what JSON.parse reads comes out, in any order of the fields, and in every cutting', () => {
  const adapter = jsonFields({ reasoning: ['r'], answer: ['a'] })
  fc.assert(
    fc.property(record, fc.boolean(), fc.boolean(), fc.nat({ max: 4 }), ({ thought, reply, others, indent }, isFirst, isAscii, place) => {
      const known: [string, string][] = [
        ['r', thought],
        ['a', reply],
      ]
      const fields = isFirst ? known.reverse() : known
      const members = others.toSpliced(place, 0, ...fields)
      const json = JSON.stringify(Object.fromEntries(members), null, indent)
      const text = isAscii ? escapeAll(json) : json
      const { reasoning, answer } = splitText(text, adapter)
      expect({ reasoning, answer }).toEqual({ reasoning: thought, answer: reply })
      expect(formatFailures(checkInput(adapter, text, { randomCuttings: 2, maxTwoPieceCuttings: 8 }))).toBe('')
    }),
    { numRuns: runs(150), seed: 7 },
  )
})

test('an answer that is JSON stays what it is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.dictionary(fc.constantFrom('x', 'y', 'z'), fc.jsonValue()), fc.array(fc.jsonValue())),
      string,
      (value, thought) => {
        const json = JSON.stringify(value, null, 1)
        const { reasoning, answer } = splitText(`{"answer":${json},"reasoning":${JSON.stringify(thought)}}`, jsonFields())
        expect({ reasoning, answer }).toEqual({ reasoning: thought, answer: json })
      },
    ),
    { numRuns: runs(500), seed: 7 },
  )
})

test('no cutting of a damaged object shows its reasoning', () => {
  const whole = JSON.stringify({ id: [1, { a: '}' }], reasoning: 'ξένος "ψ", {"β": "ω"}', steps: ['λόγος', { β: 'ψ' }], answer: '51' })
  for (let from = 0; from < whole.indexOf('answer'); from++) {
    for (let to = from + 1; to <= whole.length; to++) {
      const text = whole.slice(0, from) + whole.slice(to)
      const { answer } = splitText(text, jsonFields(), { guarded: true, whole: true })
      expect(answer, text).not.toMatch(/\p{Script=Greek}/u)
    }
  }
})
