import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFrameDecoder, createFrameEncoder, framings } from '../src/framing/index.ts'

function decode(pieces: readonly string[]): string[] {
  const decoder = createFrameDecoder('json-array')
  return [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()].map(({ data }) => data)
}

describe('elements of an array', () => {
  const rows: [name: string, text: string, data: string[]][] = [
    ['on one line', '[{"a":1},{"b":2}]', ['{"a":1}', '{"b":2}']],
    ['laid out', '[{\n  "a": [\n    1\n  ]\n}\n,\r\n{"b": 2}\n]\n', ['{\n  "a": [\n    1\n  ]\n}', '{"b": 2}']],
    ['with brackets, quotes and backslashes in strings', '[{"a":"]},\\"{\\\\"},{"\\\\\\"]":1}]', ['{"a":"]},\\"{\\\\"}', '{"\\\\\\"]":1}']],
    ['that are arrays', '[[1,[2]],[]]', ['[1,[2]]', '[]']],
    ['that are strings, numbers and words', '["a,]", 1, -2.5e3 ,true,null]', ['"a,]"', '1', '-2.5e3', 'true', 'null']],
    ['none', '[]', []],
    ['none, and no array', ' \n', []],
    ['after a byte order mark', '\ufeff[{"a":1}]', ['{"a":1}']],
    ['without commas', '[{"a":1}{"b":2}"c"3[4]]', ['{"a":1}', '{"b":2}', '"c"', '3', '[4]']],
    ['with a comma too many', '[,{"a":1},,]', ['{"a":1}']],
    ['an object in place of the array', '{"error":{"code":400}}\n', ['{"error":{"code":400}}']],
    ['and what stands behind the array', '[{"a":1}]{"error":1}[{"b":2}]', ['{"a":1}', '{"error":1}', '{"b":2}']],
    ['cut between elements', '[{"a":1},', ['{"a":1}']],
    ['cut in a string', '[{"a":1},{"b":"x\\', ['{"a":1}', '{"b":"x\\']],
    ['cut in a number', '[1,2', ['1', '2']],
    ['closed by the wrong bracket', '[{"a":1],{"b":2}]', ['{"a":1]', '{"b":2}']],
    ['with a bracket too many', '[{"a":1}}]{"b":2}', ['{"a":1}', '}', '{"b":2}']],
    ['something else altogether', '<html>[1]</html>', ['<html>', '1', '</html>']],
  ]

  test.each(rows)('%s', (_, text, data) => {
    expect(decode([text])).toEqual(data)
    expect(decode(text.split(''))).toEqual(data)
    for (let cut = 1; cut < text.length; cut++) expect(decode([text.slice(0, cut), text.slice(cut)])).toEqual(data)
  })

  test('come as soon as they are complete', () => {
    const decoder = createFrameDecoder('json-array')
    expect(decoder.push('[{"a":1')).toEqual([])
    expect(decoder.push('}')).toEqual([{ data: '{"a":1}' }])
    expect(decoder.push(',"x"')).toEqual([{ data: '"x"' }])
    // Only what stands behind a number says that it is over.
    expect(decoder.push(',12')).toEqual([])
    expect(decoder.push('3 ')).toEqual([{ data: '123' }])
    expect(decoder.push(']')).toEqual([])
    expect(decoder.end()).toEqual([])
  })

  test('of any JSON, however it is laid out and cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(4), fc.array(fc.nat(20)), (values, indent, cuts) => {
        const text = JSON.stringify(values, undefined, indent)
        const pieces: string[] = []
        let from = 0
        for (const cut of cuts) pieces.push(text.slice(from, (from += cut)))
        pieces.push(text.slice(from))
        expect(decode(pieces).map((data) => JSON.parse(data) as unknown)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('nothing but separators and brackets is lost of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{}",\\ \n1a') }), (text) => {
        const bare = (one: string) => one.replaceAll(/[\s,[\]]/g, '')
        expect(bare(decode([text]).join(''))).toBe(bare(text))
        expect(decode(text.split(''))).toEqual(decode([text]))
      }),
    )
  })

  test('of great length or depth take work in proportion to it', () => {
    const decoder = createFrameDecoder('json-array')
    decoder.push('[{"a":"')
    for (let n = 0; n < 100_000; n++) decoder.push('0123456789\\"')
    expect(decoder.push('"}')[0]?.data).toHaveLength(1_200_000 + 8)
    expect(decode(['['.repeat(300_000)])).toEqual(['['.repeat(299_999)])
  })
})

test('what is encoded is decoded, in every framing', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.constantFrom(...framings), (values, framing) => {
      const sent = framing === 'json' ? values.slice(0, 1) : values
      const encoder = createFrameEncoder(framing)
      const body = sent.map((value) => encoder.push({ data: JSON.stringify(value, undefined, 1) })).join('') + encoder.end()
      const decoder = createFrameDecoder(framing)
      const got = [...decoder.push(body), ...decoder.end()]
      expect(got.map(({ data }) => JSON.parse(data) as unknown)).toEqual(sent.map((value) => JSON.parse(JSON.stringify(value)) as unknown))
    }),
  )
  expect(createFrameEncoder('json-array').end()).toBe('[]')
})
