import type { Part } from '@reason/core'
import { CohereClientV2 } from 'cohere-ai'
import { describe, expect, test } from 'vitest'
import {
  callDelta,
  callEnd,
  callStart,
  cite,
  content,
  contentEnd,
  contentStart,
  end,
  outline,
  plan,
  read,
  readBody,
  start,
  wire,
  writeText,
} from './events.ts'
import { serve } from '@reason/testkit/serve'

const parts = read([
  start,
  contentStart(0, { type: 'thinking', thinking: '' }),
  content(0, { thinking: 'let me see' }),
  contentEnd(0),
  contentStart(1, { type: 'text', text: '' }),
  content(1, { text: 'Hello' }),
  content(1, { text: ' wörld\n😀' }),
  contentEnd(1),
  cite({ start: 0, end: 5, text: 'Hello', sources: [], type: 'TEXT_CONTENT' }),
  plan('I will add.'),
  callStart(0, { id: 'c1', type: 'function', function: { name: 'f', arguments: '' } }),
  callDelta(0, '{"a":[1]}'),
  callEnd(0),
  end('TOOL_CALL', { usage: { tokens: { input_tokens: 5, output_tokens: 9 } } }),
])
const request = { model: 'command-a', messages: [{ role: 'user' as const, content: 'hi' }] }

async function client(body: string, type?: string) {
  const { url } = await serve(body, type)
  return new CohereClientV2({ token: 't', environment: url })
}

describe("Cohere's own client", () => {
  test('reads events', async () => {
    const cohere = await client(writeText(parts))
    const events: unknown[] = []
    for await (const event of await cohere.chatStream(request, { maxRetries: 0 })) events.push(event)
    // Our reader accepts the values that the client yields, with the client's own names.
    const again = read(events)
    expect(outline(again)).toEqual(outline(parts))
    expect(again.filter((part) => part.type === 'warning')).toEqual([])
    expect(again.find(({ type }) => type === 'usage')).toMatchObject({ usage: { input: { value: 5 }, output: { value: 9 } } })
    expect(again.at(-2)).toEqual({ type: 'finish', reason: 'tool-calls', native: 'TOOL_CALL' })
  })

  test('reads a whole body', async () => {
    const cohere = await client(JSON.stringify(wire.writeResponse(parts)), 'application/json')
    const response = await cohere.chat(request, { maxRetries: 0 })
    expect(response.message.content).toEqual([
      { type: 'thinking', thinking: 'let me see' },
      { type: 'text', text: 'Hello wörld\n😀' },
    ])
    expect([response.message.toolPlan, response.finishReason]).toEqual(['I will add.', 'TOOL_CALL'])
    expect(outline(readBody(response)).toSorted()).toEqual(outline(parts).toSorted())
  })

  test('is told of an error at the end of the stream, after what came before it', async () => {
    const broken: Part[] = [...parts.slice(0, 4), { type: 'error', error: { message: 'overloaded' } }, { type: 'end' }]
    const cohere = await client(writeText(broken))
    const events: { type: string; delta?: unknown }[] = []
    for await (const event of await cohere.chatStream(request, { maxRetries: 0 })) events.push(event)
    expect(events.map(({ type }) => type)).toEqual(['message-start', 'content-start', 'content-delta', 'content-end', 'message-end'])
    expect(events.at(-1)?.delta).toEqual({ error: 'overloaded', finishReason: 'ERROR' })
  })
})
