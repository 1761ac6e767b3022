import type { Part } from '@reason/core'
import { Ollama, type ChatResponse } from 'ollama'
import { describe, expect, test } from 'vitest'
import { done, line, outline, read, readBody, wire, writeText } from './lines.ts'
import { serve } from '@reason/testkit/serve'

const parts = read([
  line({ content: '', thinking: 'let me see' }),
  line({ content: 'Hello' }),
  line({ content: ' wörld\n😀' }),
  line({ content: '', tool_calls: [{ id: 'c1', function: { index: 0, name: 'f', arguments: { a: [1] } } }] }),
  done({ prompt_eval_count: 3, eval_count: 2, total_duration: 9 }),
])
const request = { model: 'qwen3:4b', messages: [{ role: 'user', content: 'hi' }] }

async function client(body: string, type = 'application/x-ndjson') {
  const { url } = await serve(body, type)
  return new Ollama({ host: url })
}

describe("Ollama's own client", () => {
  test('reads lines', async () => {
    const ollama = await client(writeText(parts))
    const responses: ChatResponse[] = []
    for await (const response of await ollama.chat({ ...request, stream: true })) responses.push(response)
    expect(responses.map(({ message }) => [message.thinking, message.content, message.tool_calls])).toEqual([
      ['let me see', '', undefined],
      [undefined, 'Hello', undefined],
      [undefined, ' wörld\n😀', undefined],
      [undefined, '', [{ id: 'c1', function: { index: 0, name: 'f', arguments: { a: [1] } } }]],
      [undefined, '', undefined],
    ])
    expect(responses.at(-1)).toMatchObject({ done: true, done_reason: 'stop', prompt_eval_count: 3, eval_count: 2, total_duration: 9 })
    // Our reader accepts the values that the client yields.
    expect(read(responses)).toEqual(parts)
  })

  test('reads a whole body', async () => {
    const ollama = await client(JSON.stringify(wire.writeResponse(parts)), 'application/json')
    const response = await ollama.chat(request)
    expect(response.message).toMatchObject({ content: 'Hello wörld\n😀', thinking: 'let me see' })
    expect(outline(readBody(response))).toEqual(outline(parts))
  })

  test('throws what the stream ends with, after what came before it', async () => {
    const broken: Part[] = [...parts.slice(0, 4), { type: 'error', error: { message: 'overloaded' } }, { type: 'end' }]
    const ollama = await client(writeText(broken))
    const seen: (string | undefined)[] = []
    const reading = (async () => {
      for await (const { message } of await ollama.chat({ ...request, stream: true })) seen.push(message.thinking)
    })()
    await expect(reading).rejects.toThrow('overloaded')
    expect(seen).toEqual(['let me see'])
  })
})
