import { crc32 } from 'node:zlib'
import type { Frame } from '@reason/core/wire'
import { EventStreamCodec } from '@smithy/eventstream-codec'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { createEventStreamDecoder, encodeEventStream } from '../src/index.ts'
import { codesOf, readFrames, resultOf } from './events.ts'

const one: Frame = { event: 'messageStart', data: '{"role":"assistant"}' }
const two: Frame = { event: 'contentBlockDelta', data: '{"contentBlockIndex":0,"delta":{"text":"ä€😀"}}' }
const three: Frame = { event: 'messageStop', data: '{"stopReason":"end_turn"}' }
const bytesOf = (...frames: Frame[]): Uint8Array => Buffer.concat(frames.map(encodeEventStream))

function decode(bytes: Uint8Array, cut: (from: number) => number = () => bytes.length): Frame[] {
  const decoder = createEventStreamDecoder()
  const frames: Frame[] = []
  for (let from = 0; from < bytes.length;) {
    const to = Math.max(from + 1, cut(from))
    // A copy: pieces of the network are not views of one buffer.
    frames.push(...decoder.push(bytes.slice(from, to)))
    from = to
  }
  return [...frames, ...decoder.end()]
}

/** The same with one byte changed. */
const damagedAt = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((byte, index) => (index === at ? byte ^ 0xff : byte))

test('a frame, byte by byte as the format is laid out', () => {
  // A message of AWS's own test vectors: no headers, the payload {'foo':'bar'}.
  const vector = Buffer.from('0000001d00000000fd528c5a7b27666f6f273a27626172277dc3653936', 'hex')
  expect(decode(vector)).toEqual([{ data: "{'foo':'bar'}" }])
})

test('what is encoded is decoded, however it is cut', () => {
  const name = fc.stringMatching(/^[a-z][A-Za-z]{0,20}$/).filter((name) => !name.endsWith('Exception') && !name.endsWith('Error'))
  const frame = fc.record({ event: name, data: fc.string({ unit: 'grapheme' }) })
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 5 }), fc.array(fc.nat(60), { minLength: 1 }), (frames, steps) => {
      const bytes = bytesOf(...frames)
      let step = 0
      expect(decode(bytes)).toEqual(frames)
      expect(decode(bytes, (from) => from + 1)).toEqual(frames)
      expect(decode(bytes, (from) => from + steps[step++ % steps.length]!)).toEqual(frames)
    }),
  )
})

test('the codec of the official clients reads and writes the same bytes', () => {
  const utf8 = {
    decode: (input: Uint8Array | string) => Buffer.from(input as Uint8Array).toString(),
    encode: (text: string) => new Uint8Array(Buffer.from(text)),
  }
  const codec = new EventStreamCodec(utf8.decode, utf8.encode)
  const frame = fc.record({
    event: fc.constantFrom('messageStart', 'contentBlockDelta', 'throttlingException'),
    data: fc.string({ unit: 'grapheme' }),
  })
  fc.assert(
    fc.property(frame, ({ event, data }) => {
      const type = event.endsWith('Exception') ? 'exception' : 'event'
      const message = {
        headers: {
          [`:${type}-type`]: { type: 'string' as const, value: event },
          ':content-type': { type: 'string' as const, value: 'application/json' },
          ':message-type': { type: 'string' as const, value: type },
        },
        body: utf8.encode(data),
      }
      expect(Buffer.from(encodeEventStream({ event, data }))).toEqual(Buffer.from(codec.encode(message)))
      const read = codec.decode(encodeEventStream({ event, data }))
      expect(read.headers).toEqual(message.headers)
      expect(utf8.decode(read.body)).toBe(data)
      // Any other header, of any type, may stand beside them.
      const more = {
        ...message,
        headers: {
          ...message.headers,
          more: { type: 'uuid' as const, value: '01234567-89ab-cdef-0123-456789abcdef' },
          at: { type: 'timestamp' as const, value: new Date(1) },
        },
      }
      expect(decode(codec.encode(more))).toEqual([{ event, data }])
    }),
  )
})

test('exceptions keep their name', () => {
  const exception: Frame = { event: 'throttlingException', data: '{"message":"m"}' }
  const bytes = encodeEventStream(exception)
  expect(Buffer.from(bytes).toString('latin1')).toContain(':exception-type')
  expect(decode(bytes)).toEqual([exception])
})

test('a frame without a name cannot be encoded', () => expect(() => encodeEventStream({ data: '{}' })).toThrow(TypeError))

describe('damage', () => {
  const bytes = bytesOf(one, two, three)
  const start = bytesOf(one).length
  const textAt = start + bytesOf(two).length - 12

  test('in a payload: the frame is read, and reported', () => {
    const frames = decode(damagedAt(bytes, textAt))
    expect(frames.map(({ event }) => event)).toEqual(['messageStart', ':damaged', 'contentBlockDelta', 'messageStop'])
    const parts = readFrames(frames)
    expect(resultOf(parts).answer).not.toBe('')
    expect(resultOf(parts).finish).toEqual({ reason: 'stop', native: 'end_turn' })
    expect(codesOf(parts)).toEqual(['invalid-frame'])
  })

  test('in the headers: the kind of the frame is unknown, so that it is kept and not read', () => {
    const frames = decode(damagedAt(bytes, start + 13))
    const parts = readFrames(frames)
    expect(parts.filter(({ type }) => type === 'native').length + parts.filter(({ type }) => type === 'delta').length).toBeGreaterThan(0)
    expect(codesOf(parts)).toContain('invalid-frame')
    expect(resultOf(parts).finish).toEqual({ reason: 'stop', native: 'end_turn' })
  })

  test('a frame that is longer than the service allows', () => {
    const prelude = Buffer.alloc(12)
    prelude.writeUInt32BE(17 * 1024 * 1024)
    prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
    const [frame] = createEventStreamDecoder().push(prelude)
    expect(JSON.parse(frame!.data)).toMatchObject({
      message: expect.stringContaining('17825792 bytes, and the service allows 16908304') as string,
    })
  })

  test('in a prelude: nothing after it can be found, which is an error', () => {
    for (const at of [start, start + 3, start + 4, start + 8]) {
      const parts = readFrames(decode(damagedAt(bytes, at), (from) => from + 7))
      expect(resultOf(parts)).toMatchObject({ errors: [{ code: 'invalid-frame' }], finish: { reason: 'error' } })
      expect(codesOf(parts)).toEqual(['invalid-frame'])
    }
  })

  test('a length beyond all measure does not wait for ever', () => {
    const decoder = createEventStreamDecoder()
    expect(decoder.push(Uint8Array.of(0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 2, 3, 4))).toMatchObject([{ event: ':damaged' }])
    expect(decoder.push(bytes)).toEqual([])
    expect(decoder.end()).toEqual([])
  })

  test('headers that are longer than their frame are those of no other', () => {
    const odd = Buffer.alloc(16)
    odd.writeUInt32BE(16, 0)
    odd.writeUInt32BE(bytes.length, 4)
    odd.writeUInt32BE(crc32(odd.subarray(0, 8)), 8)
    const frames = decode(Buffer.concat([odd, bytes]))
    expect(frames).toMatchObject([{ event: ':damaged' }])
    expect(resultOf(readFrames(frames))).toMatchObject({ errors: [{ code: 'invalid-frame' }], finish: { reason: 'error' } })
  })

  test('a stream that was cut gives what is whole, and what is left', () => {
    for (let length = 1; length < bytes.length; length++) {
      const frames = decode(bytes.slice(0, length))
      const whole = [one, two, three].filter((_, n) => bytesOf(...[one, two, three].slice(0, n + 1)).length <= length)
      expect(frames.slice(0, whole.length)).toEqual(whole)
      const isBetween = length === bytesOf(...whole).length
      expect(frames.length).toBe(isBetween ? whole.length : whole.length + 1)
      expect(codesOf(readFrames(frames)).filter((code) => code !== 'missing-finish')).toEqual(isBetween ? [] : ['invalid-frame'])
    }
    const parts = readFrames(decode(bytes.slice(0, textAt)))
    expect(parts.find(({ type }) => type === 'native')).toMatchObject({
      event: 'frame.damaged',
      channel: 'reasoning',
      value: expect.stringContaining('"text"'),
    })
  })

  test('anything at all', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(bytes.length),
        fc.uint8Array({ maxLength: 40 }),
        (changes, cut, junk) => {
          const changed = Uint8Array.from(bytes)
          for (const [at, value] of changes) changed[at] = value
          for (const body of [changed.slice(0, cut), Buffer.concat([changed, junk]), junk]) {
            const parts = readFrames(decode(body, (from) => from + 11))
            expect(parts.at(-1)).toEqual({ type: 'end' })
            expect(readFrames(decode(body))).toEqual(parts)
          }
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

test('a body that is a JSON document after all', () => {
  const frames = decode(Buffer.from('{"message":"The security token ä is invalid."}'), (from) => from + 3)
  expect(resultOf(readFrames(frames)).errors).toMatchObject([{ message: 'The security token ä is invalid.' }])
})

test('an error of the framing', () => {
  const utf8 = new TextEncoder()
  const headers = Buffer.concat(
    [':message-type', 'error', ':error-code', 'InternalFailure', ':error-message', 'broke'].flatMap((text, n) =>
      n % 2 === 0 ? [Uint8Array.of(text.length), utf8.encode(text)] : [Uint8Array.of(7, 0, text.length), utf8.encode(text)],
    ),
  )
  const bytes = Buffer.alloc(16 + headers.length)
  bytes.writeUInt32BE(bytes.length, 0)
  bytes.writeUInt32BE(headers.length, 4)
  bytes.writeUInt32BE(crc(bytes.subarray(0, 8)), 8)
  bytes.set(headers, 12)
  bytes.writeUInt32BE(crc(bytes.subarray(0, -4)), bytes.length - 4)
  expect(resultOf(readFrames(decode(bytes))).errors).toMatchObject([{ message: 'broke', code: 'internalFailure' }])
})

/** A second way to the same sum: by long division of the reversed bits. */
function crc(bytes: Uint8Array): number {
  const table = Array.from({ length: 256 }, (_, n) =>
    Array.from({ length: 8 }).reduce<number>((sum) => (sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1), n),
  )
  return (bytes.reduce((sum, byte) => table[(sum ^ byte) & 0xff]! ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
}
