import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, it } from 'vitest'
import { parseExact } from '@reason/wire-kit'
import { parseInSteps, parseInTurns } from '../../src/event-loop/json-parsing.ts'

const inside: ReadonlySet<string> = new Set(['parameters'])

/** In steps of a few bytes, so that everything is cut somewhere. */
function parsed(json: string, most: number): unknown {
  const parsing = parseInSteps(Buffer.from(json), inside, most)
  for (;;) {
    const { done, value } = parsing.next()
    if (done === true) return value
  }
}

const sizes = [1, 2, 3, 5, 8, 13, 40, 1000]

function triedAll(json: string): unknown[] {
  return sizes.map((most) => {
    try {
      return JSON.stringify(parsed(json, most))
    } catch (error) {
      return (error as Error).name
    }
  })
}

describe('a text in steps is what it is in one', () => {
  it.each([
    '{}',
    ' { } ',
    '[]',
    '[ [ ] , { } ]',
    '"a"',
    '-1.5e3',
    '{"a":[1,2,{"b":"c"}],"d":null,"e":true}',
    '{"a" : "x\\ny" , "b\\"c" : [ "\\\\" , "\\\\\\"" ] }',
    '["\\u00e9\\ud83d\\ude00\u00e9\u4e2d\u{1f600}","\\\\\\\\\\\\"]',
    '{"__proto__":{"x":1},"constructor":2,"a":{"__proto__":[1,2,3,4,5,6,7,8,9,10]}}',
    '{"a":1,"b":2,"a":3}',
    '{"2":"a","1":"b","x":"c"}',
    '[12345678901234567890,{"parameters":{"id":12345678901234567890,"in":[[98765432109876543210]]}},{"parameters":[12345678901234567890]}]',
    '{"messages":[{"role":"user","content":[{"type":"text","text":"[,]{:}"}]}],"x":"]"}',
  ])('%s', (json) => {
    const whole = JSON.stringify(parseExact(json, inside))
    expect(triedAll(json)).toEqual(sizes.map(() => whole))
  })

  it('for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 2 }), (value, most, blanks) => {
        const json = JSON.stringify(value, undefined, blanks)
        expect(JSON.stringify(parsed(json, most))).toBe(JSON.stringify(JSON.parse(json)))
      }),
    )
  })

  it('for any text, also where it is no JSON', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '\\',
      '\\u0041',
      '1',
      '-',
      '.',
      'e',
      'true',
      'null',
      ' ',
      '\n',
      '\u000b',
      'a',
      '"a"',
      '"a":',
      '{"a":1}',
      '\u00e9',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 12 }), (pieces, most) => {
        const json = pieces.join('')
        let expected: unknown
        try {
          expected = JSON.stringify(JSON.parse(json))
        } catch {
          expected = 'SyntaxError'
        }
        let found: unknown
        try {
          found = JSON.stringify(parsed(json, most))
        } catch (error) {
          found = (error as Error).name
        }
        expect(found).toBe(expected)
      }),
      { numRuns: runs(5000) },
    )
  })
})

it.each([
  '',
  ' ',
  '[',
  '[1,]',
  '[,1]',
  '[1,,2]',
  '[1 2]',
  '{"a":1,}',
  '{,"a":1}',
  '{"a"}',
  '{"a" 1}',
  '{1:2}',
  '[1}',
  '{"a":1]',
  '[1]]',
  '[1] x',
  '"a',
  '"\\',
  '"\\u00',
  '"a\nb"',
  '[\u000b1]',
  'nul',
  '01',
  '{"a":1 "b":2}',
])('%j is no JSON', (json) => {
  expect(() => JSON.parse(json) as unknown).toThrow(SyntaxError)
  expect(triedAll(json)).toEqual(sizes.map(() => 'SyntaxError'))
})

it.each([
  ['[1,2,x]', "Unexpected token 'x' before byte 6"],
  ['{"a":"\u0001"}', 'Bad control character in string literal before byte 8'],
  ['[1,2', 'Unexpected end of JSON input'],
])('says of %s where it ends to be JSON: %s', (json, message) => {
  expect(() => parsed(json, 1000)).toThrow(message)
})

it('reads a text of many megabytes, and leaves turns to others in between', async () => {
  const text = 'x\u00e9\n"'.repeat(300_000)
  const json = Buffer.from(
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }], n: Array.from({ length: 100_000 }, (_, at) => at) }),
  )
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const value = (await parseInTurns(json, inside)) as { messages: { content: string }[]; n: number[] }
  isOver = true
  expect(value.messages[0]!.content === text).toBe(true)
  expect(value.n[99_999]).toBe(99_999)
  // A step has a quarter of a megabyte.
  expect(turns).toBeGreaterThan(json.length / 262_144 - 2)
})

it('reads as many blanks between values as a document may have', () => {
  const blanks = ' \t\r\n'.repeat(16_384)
  expect(parsed(`${blanks}{${blanks}"a"${blanks}:${blanks}1}${blanks}`, 1)).toEqual({ a: 1 })
})

it.each(['x', '1', ' ', '\n'])('gives up early on megabytes of %j', async (unit) => {
  let steps = 0
  const parsing = parseInSteps(Buffer.from(`{"a":${unit.repeat(4_000_000)}}`), undefined)
  expect(() => {
    while (parsing.next().done !== true) steps++
  }).toThrow(SyntaxError)
  expect(steps).toBeLessThan(2)
  await expect(parseInTurns(Buffer.from(unit.repeat(4_000_000)), new Set())).rejects.toThrow('Unexpected token at byte 0')
})
