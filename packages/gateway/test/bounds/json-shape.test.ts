import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, it } from 'vitest'
import { scanShape, type JsonShape } from '../../src/bounds/json-shape.ts'

function shapeOf(text: string, ...cuts: number[]): JsonShape {
  const bytes = Buffer.from(text)
  const scan = scanShape()
  let from = 0
  for (const to of [...cuts, bytes.length]) {
    scan.push(bytes.subarray(from, to))
    from = to
  }
  return scan.shape
}

const long = 'x'.repeat(100)

describe('what a JSON text shows before it is parsed', () => {
  it.each<[string, Partial<JsonShape>]>([
    ['{}', { fields: 0, depth: 1, parts: 1, hasLongNumber: false }],
    ['{"a":1,"b":[1,{"c":[]}]}', { fields: 2, depth: 4, parts: 7, hasLongNumber: false }],
    ['{"a":"[[[{,:1234567890123456"}', { fields: 1, depth: 1, parts: 2, hasLongNumber: false }],
    [`{"a":"${long}\\"[${long}[","b":[[]]}`, { fields: 2, depth: 3, parts: 5, hasLongNumber: false }],
    [`{"a":"${long}\\\\","b":[]}`, { fields: 2, depth: 2, parts: 4, hasLongNumber: false }],
    [`{"a":{"${long}":"${long}${long}"},"b":["${long}${long}"]}`, { longestName: 100 }],
    ['{"a\\"b":"long text" , "c" : 1}', { longestName: 4 }],
    ['[1234567890123456]', { fields: 0, depth: 1, parts: 1, hasLongNumber: true }],
    ['[123456789012345,1.5]', { fields: 0, depth: 1, parts: 1, hasLongNumber: false }],
  ])('%s', (text, shape) => {
    expect(shapeOf(text)).toMatchObject(shape)
  })

  it('counts at least as many values as there are', () => {
    const counted = (value: unknown): number =>
      typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, one) => sum + counted(one), 1) : 1
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { values, parts } = shapeOf(JSON.stringify(value))
        expect(values + parts + 1).toBeGreaterThanOrEqual(counted(value))
      }),
    )
  })

  it('is the same wherever the text is cut', () => {
    const piece = fc.constantFrom('"', '\\', '\\"', long, '{', '}', '[', ']', ',', ':', '1234567890', 'é')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(2000), { maxLength: 5 }), (pieces, cuts) => {
        const text = pieces.join('')
        const sorted = cuts.map((cut) => Math.min(cut, Buffer.byteLength(text))).toSorted((a, b) => a - b)
        expect(shapeOf(text, ...sorted)).toEqual(shapeOf(text))
      }),
      { numRuns: runs(1000) },
    )
  })
})
