import type { Frame } from '@reason/core/wire'
import { encodeSse } from '@reason/core/framing'
import { encodeEventStream } from '@reason/providers-bedrock'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBodyFrames, framingOf, type BodyFraming } from '../../../src/relay/attempt/body-frames.ts'
import { lend } from '@reason/testkit/lent'

const frames: Frame[] = [
  { event: 'messageStart', data: '{"role":"assistant"}' },
  { event: 'contentBlockDelta', data: '{"contentBlockIndex":0,"delta":{"text":"Grüße 🤔"}}' },
  { event: 'messageStop', data: '{"stopReason":"end_turn"}' },
]

const bodies: Partial<Record<BodyFraming, Buffer>> = {
  sse: Buffer.from(frames.map(encodeSse).join('')),
  'aws-eventstream': Buffer.concat(frames.map((frame) => encodeEventStream(frame))),
}

describe('bytes to frames', () => {
  it.each(Object.entries(bodies))('%s: gives the same however the body is cut', (framing, body) => {
    fc.assert(
      fc.property(fc.array(fc.nat(body.length), { maxLength: 8 }), (cuts) => {
        const source = createBodyFrames(framing as BodyFraming)
        const places = [0, ...cuts.toSorted((a, b) => a - b), body.length]
        const found = places.slice(1).flatMap((to, index) => lend(body.subarray(places[index], to), source.push))
        expect([...found, ...source.end()]).toEqual(frames)
      }),
    )
  })

  it('takes note of comments', () => {
    const source = createBodyFrames('sse')
    source.push(Buffer.from(': still there\n\n'))
    expect(source.wasComment()).toBe(true)
    source.push(Buffer.from('data: {}\n\n'))
    expect(source.wasComment()).toBe(false)
  })

  it.each<[BodyFraming, string[]]>([
    ['sse', ['data', ': {"a"', ':1}']],
    ['sse', ['data: ', 'é', ':']],
    ['json', ['{"a"', ':1}']],
    ['json', [':']],
  ])('takes no colon for a comment at which a read happens to begin: %s %j', (framing, pieces) => {
    const source = createBodyFrames(framing)
    for (const piece of pieces) {
      source.push(Buffer.from(piece))
      expect(source.wasComment(), piece).toBe(false)
    }
  })

  it.each<[string, string, Frame[]]>([
    ['JSON', '{"a":1}', [{ data: '{"a":1}' }]],
    ['events', 'data: {"a":1}\n\n', [{ data: '{"a":1}' }]],
  ])('reads blanks before %s in linear time', (_, body, expected) => {
    const source = createBodyFrames('json')
    const blanks = Buffer.alloc(16_384, ' ')
    const before = process.cpuUsage()
    for (let pieces = 0; pieces < 2000; pieces++) expect(source.push(blanks)).toEqual([])
    expect([...source.push(Buffer.from(body)), ...source.end()]).toEqual(expected)
    // In time that grows with the square: ten seconds.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3)
  })
})

describe('the framing of a body', () => {
  it.each<[string | undefined, boolean, BodyFraming, BodyFraming]>([
    [undefined, true, 'sse', 'sse'],
    [undefined, true, 'ndjson', 'ndjson'],
    [undefined, false, 'sse', 'json'],
    ['text/event-stream; charset=utf-8', false, 'ndjson', 'sse'],
    ['application/vnd.amazon.eventstream', true, 'sse', 'aws-eventstream'],
    ['application/x-ndjson', true, 'sse', 'ndjson'],
    ['application/jsonl', false, 'sse', 'ndjson'],
    ['application/json', true, 'ndjson', 'ndjson'],
    ['application/json', false, 'ndjson', 'json'],
    ['application/json', true, 'sse', 'json'],
    ['text/plain', true, 'sse', 'json'],
  ])('of type %s, a stream: %s, usually %s, is %s', (type, stream, usual, expected) => {
    expect(framingOf(type, stream, usual)).toBe(expected)
  })
})
