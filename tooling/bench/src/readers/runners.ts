import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { WireFormat } from '@reason/core'
import { createFrameDecoder } from '@reason/core/framing'
import OpenAI from 'openai'

/** Number of reasoning and answer deltas that a reader gave. */
export interface Seen {
  reasoning: number
  answer: number
}

type Reads = readonly Uint8Array[]

/** Our reader: bytes ▶ frames ▶ parts. */
export function ours(wire: WireFormat, reads: Reads): Seen {
  const seen: Seen = { reasoning: 0, answer: 0 }
  const text = new TextDecoder()
  const frames = createFrameDecoder('sse')
  const reader = wire.createReader()
  for (const read of reads) {
    for (const frame of frames.push(text.decode(read, { stream: true }))) {
      for (const part of reader.pushFrame(frame)) if (part.type === 'delta' && part.channel !== 'commentary') seen[part.channel]++
    }
  }
  return seen
}

/** The floor: splits a stream of chat chunks, and parses each. */
export function bare(reads: Reads): Seen {
  const seen: Seen = { reasoning: 0, answer: 0 }
  const text = new TextDecoder()
  let rest = ''
  for (const read of reads) {
    rest += text.decode(read, { stream: true })
    for (let at = rest.indexOf('\n\n'); at !== -1; at = rest.indexOf('\n\n')) {
      const data = rest.slice('data: '.length, at)
      rest = rest.slice(at + 2)
      if (data === '[DONE]') continue
      const { delta } = (JSON.parse(data) as { choices: [{ delta: { content?: string; reasoning_content?: string } }] }).choices[0]
      if (delta.reasoning_content) seen.reasoning++
      else if (delta.content) seen.answer++
    }
  }
  return seen
}

/** The official client, whose `fetch` returns the stream. */
export async function official(reads: Reads): Promise<Seen> {
  const seen: Seen = { reasoning: 0, answer: 0 }
  const client = new OpenAI({ apiKey: 'none', baseURL: 'http://127.0.0.1/v1', fetch: fetchOf(reads) })
  for await (const { choices } of await client.chat.completions.create({ model: 'm', messages: [], stream: true })) {
    const delta = choices[0]?.delta as { content?: string; reasoning_content?: string } | undefined
    if (delta?.reasoning_content) seen.reasoning++
    else if (delta?.content) seen.answer++
  }
  return seen
}

/** The AI SDK's provider for chat completions, whose `fetch` returns the stream. */
export async function aiSdkProvider(reads: Reads): Promise<Seen> {
  const seen: Seen = { reasoning: 0, answer: 0 }
  const model = createOpenAICompatible({ name: 'x', baseURL: 'http://127.0.0.1/v1', fetch: fetchOf(reads) })('m')
  const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }] })
  for await (const part of stream) {
    if (part.type === 'reasoning-delta') seen.reasoning++
    else if (part.type === 'text-delta') seen.answer++
  }
  return seen
}

function fetchOf(reads: Reads): () => Promise<Response> {
  let next = 0
  const body = () =>
    new ReadableStream({ pull: (controller) => (next < reads.length ? controller.enqueue(reads[next++]) : controller.close()) })
  return async () => new Response(body(), { headers: { 'content-type': 'text/event-stream' } })
}
