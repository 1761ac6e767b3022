import { describe, expect, it } from 'vitest'
import { createFirstEventProbe } from '../../src/dispatch/first-event-probe.ts'
import type { Destination } from '../../src/generation/destination.ts'
import { createFormats } from '../../src/upstreams/formats.ts'

const wire = createFormats({ reasoningField: 'reasoning_content', upstreamFormat: 'openai-chat' }).wire('openai-chat')

/** A probe, and the lengths of the events that it parses. */
function open(stream: boolean) {
  const read: number[] = []
  const createReader: typeof wire.createReader = () => {
    const reader = wire.createReader()
    return { ...reader, pushFrame: (frame) => (read.push(frame.data.length), reader.pushFrame(frame)) }
  }
  const backend = { upstream: { name: 'up', api: { framing: 'sse' } }, wire: { ...wire, createReader } }
  const type = stream ? 'text/event-stream' : 'application/json'
  const probe = createFirstEventProbe({ backend, request: { stream } } as unknown as Destination, { 'content-type': type }, 1e9)
  return { probe, read }
}

const message = (content: string): string => JSON.stringify({ choices: [{ index: 0, message: { content }, finish_reason: 'stop' }] })

describe('the beginning of an answer', () => {
  it.each([
    ['a stream', true],
    ['a whole body', false],
  ])('is forwarded unread if it is too long for an error: %s', (_, stream) => {
    const { probe, read } = open(stream)
    const body = `{"choices":[${'{},'.repeat(100_000)}{}]}`
    const isHeld = probe.push(Buffer.from(stream ? `data: ${body}\n\n` : body))
    if (!stream) probe.end()
    expect([isHeld, read, probe.error()]).toEqual([!stream, [], undefined])
    expect(Buffer.concat(probe.release()).length).toBeGreaterThan(300_000)
  })

  it.each([
    ['an event of a stream, which is passed on before it ends', true],
    ['a whole body, which another upstream may still replace', false],
  ])('is long before its end: %s', (_, stream) => {
    const { probe } = open(stream)
    const piece = Buffer.from('x'.repeat(65_536))
    let pieces = 1
    while (probe.push(piece) && pieces < 100) pieces++
    expect(pieces).toBe(stream ? 5 : 100)
    expect(probe.error() === undefined).toBe(true)
  })

  it('is read if it may be an error', () => {
    const { probe, read } = open(false)
    probe.push(Buffer.from('{"error":{"message":"No."}}'))
    probe.end()
    expect(read).toEqual([27])
    expect(probe.error()?.message).toContain('No.')
  })

  it('is an answer if it is one of usual length', () => {
    const { probe } = open(false)
    probe.push(Buffer.from(message('x'.repeat(100_000))))
    probe.end()
    expect(probe.error()).toBeUndefined()
  })
})
