import { HeaderMarshaller } from '@smithy/eventstream-codec'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStringHeaders, writeStringHeaders } from '../src/event-stream/header-values.ts'

const official = new HeaderMarshaller(
  (input) => (typeof input === 'string' ? input : new TextDecoder().decode(input)),
  (text) => new TextEncoder().encode(text),
)

/** Headers as the codec of the official clients reads the same bytes. Undefined: it throws. */
function officially(bytes: Uint8Array): [string, string][] | undefined {
  try {
    const headers = official.parse(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return Object.entries(headers).flatMap(([name, one]) => (one.type === 'string' ? [[name, one.value] as [string, string]] : []))
  } catch {
    return undefined
  }
}

const read = (bytes: Uint8Array): [string, string][] | undefined => {
  const found = readStringHeaders(bytes)
  return found && [...found]
}

const sorted = (headers: [string, string][] | undefined): [string, string][] | undefined =>
  headers?.toSorted(([one], [other]) => (one < other ? -1 : 1))

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const value = fc.oneof(
  text.map((string) => ({ type: 'string' as const, value: string })),
  fc.boolean().map((boolean) => ({ type: 'boolean' as const, value: boolean })),
  fc.integer({ min: -128, max: 127 }).map((byte) => ({ type: 'byte' as const, value: byte })),
  fc.integer({ min: -32_768, max: 32_767 }).map((short) => ({ type: 'short' as const, value: short })),
  fc.integer().map((integer) => ({ type: 'integer' as const, value: integer })),
  fc.uint8Array({ maxLength: 20 }).map((binary) => ({ type: 'binary' as const, value: binary })),
  fc.nat().map((ms) => ({ type: 'timestamp' as const, value: new Date(ms) })),
  fc.uuid().map((uuid) => ({ type: 'uuid' as const, value: uuid })),
)
const headers = fc.dictionary(fc.stringMatching(/^[:a-z-]{1,12}$/), value, { maxKeys: 6 })

test('strings are read as the official codec reads them, whatever stands beside them', () => {
  fc.assert(
    fc.property(headers, (given) => {
      const strings = Object.entries(given).flatMap(([name, one]) => (one.type === 'string' ? [[name, one.value] as [string, string]] : []))
      const bytes = official.format(given)
      expect(sorted(read(bytes))).toEqual(sorted(strings))
    }),
  )
})

test('headers that were cut or changed are refused where the official codec refuses them', () => {
  fc.assert(
    fc.property(headers, fc.nat(), fc.nat(), fc.nat(255), (given, cut, at, byte) => {
      const bytes = Uint8Array.from(official.format(given))
      if (bytes.length === 0) return
      const short = bytes.slice(0, cut % bytes.length)
      const changed = bytes.with(at % bytes.length, byte)
      for (const odd of [short, changed]) {
        expect(sorted(read(odd))).toEqual(sorted(officially(odd)))
      }
    }),
  )
})

test('what is written is what the official codec writes', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.stringMatching(/^[:a-z-]{1,12}$/), text), { maxLength: 5, selector: ([name]) => name }),
      (given) => {
        const wanted = official.format(Object.fromEntries(given.map(([name, one]) => [name, { type: 'string' as const, value: one }])))
        expect([...writeStringHeaders(given)]).toEqual([...wanted])
      },
    ),
  )
})

test('a long value has both bytes of its length', () => {
  const long = 'x'.repeat(300)
  expect(read(writeStringHeaders([['a', long]]))).toEqual([['a', long]])
})
