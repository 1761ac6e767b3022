import { GoogleGenAI } from '@google/genai'
import type { Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { serve } from '@reason/testkit/serve'
import { completed, created, delta, outline, read, readBody, signature, start, stop, thought, wire, writeText } from './events.ts'

const parts = read([
  created,
  start(0, { type: 'thought' }),
  delta(0, thought('let me see')),
  delta(0, signature('UzE=')),
  stop(0),
  start(1, { type: 'model_output' }),
  delta(1, { type: 'text', text: 'Hello' }),
  delta(1, { type: 'text', text: ' wörld\n😀' }),
  stop(1),
  start(2, { type: 'function_call', id: 'c1', name: 'f', arguments: { a: [1] } }),
  stop(2),
  completed('requires_action', { usage: { total_input_tokens: 1, total_output_tokens: 2, total_thought_tokens: 3, total_tokens: 6 } }),
])
const request = { model: 'gemini-x', input: 'hi' }

async function client(body: string, type?: string) {
  const { url } = await serve(body, type)
  return new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } })
}

describe("Google's own client", () => {
  test('reads events', async () => {
    const ai = await client(writeText(parts))
    const events: unknown[] = []
    for await (const event of await ai.interactions.create({ ...request, stream: true })) events.push(event)
    const again = read(events)
    expect(outline(again)).toEqual(outline(parts))
    expect(again.filter((part) => part.type === 'warning' || part.type === 'error')).toEqual([])
    expect(again.at(-2)).toEqual({ type: 'finish', reason: 'tool-calls', native: 'requires_action' })
  })

  test('reads a whole body', async () => {
    const ai = await client(JSON.stringify(wire.writeResponse(parts)), 'application/json')
    const interaction = await ai.interactions.create(request)
    expect(interaction).toMatchObject({ id: 'v1_x', status: 'requires_action', output_text: 'Hello wörld\n😀' })
    // The client adds a field of its own.
    expect(outline(readBody(interaction)).filter((line) => line !== 'native interaction.continuation_ids')).toEqual(outline(parts))
  })

  test('is told of an error in the stream, after what came before it', async () => {
    const broken: Part[] = [...parts.slice(0, 5), { type: 'error', error: { message: 'overloaded', status: 503 } }, { type: 'end' }]
    const ai = await client(writeText(broken))
    const events: { event_type?: string }[] = []
    for await (const event of await ai.interactions.create({ ...request, stream: true })) events.push(event)
    expect(events.map(({ event_type }) => event_type)).toEqual([
      'interaction.created',
      'step.start',
      'step.delta',
      'step.delta',
      'step.stop',
      'error',
    ])
    expect(events.at(-1)).toMatchObject({ error: { message: 'overloaded' } })
  })
})
