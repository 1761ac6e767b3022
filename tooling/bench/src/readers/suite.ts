import { createFrameDecoder } from '@reason/core/framing'
import { openaiChat } from '@reason/providers-openai'
import OpenAI from 'openai'
import { measure, type Measurement } from '../measure.ts'

export interface ReaderRow {
  events: number
  bytes: number
  measurements: Measurement[]
}

/** Reasoning and answer deltas that came out. */
interface Seen {
  reasoning: number
  answer: number
}

/** From the bytes of a chat stream to parts, one event per read, beside a bare parse and the official client. */
export async function readers(rounds: number, events = 100_000): Promise<ReaderRow[]> {
  const reads = chatStream(events)
  const check = (seen: Seen) => {
    if (seen.reasoning !== events / 2 || seen.answer !== events / 2)
      throw new Error(`expected ${events / 2} deltas each, got ${JSON.stringify(seen)}`)
  }
  const measurements = await measure(
    {
      'split and JSON.parse': () => check(bare(reads)),
      '@reason/providers-openai': () => check(ours(reads)),
      '`openai` client': async () => check(await official(reads)),
    },
    rounds,
    1,
  )
  return [{ events, bytes: reads.reduce((sum, read) => sum + read.length, 0), measurements }]
}

export function chatStream(events: number): Uint8Array[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const token = (index: number) => `tok${index % 10}`
  const frames = [
    chunk({ role: 'assistant', content: '' }),
    ...Array.from({ length: events }, (_, index) =>
      chunk(index < events / 2 ? { reasoning_content: token(index) } : { content: token(index) }),
    ),
    chunk({}, 'stop'),
  ].map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
  const encoder = new TextEncoder()
  return [...frames, 'data: [DONE]\n\n'].map((frame) => encoder.encode(frame))
}

export function ours(reads: readonly Uint8Array[]): Seen {
  const seen: Seen = { reasoning: 0, answer: 0 }
  const text = new TextDecoder()
  const frames = createFrameDecoder('sse')
  const reader = openaiChat().createReader()
  for (const read of reads) {
    for (const frame of frames.push(text.decode(read, { stream: true }))) {
      for (const part of reader.pushFrame(frame)) if (part.type === 'delta' && part.channel !== 'commentary') seen[part.channel]++
    }
  }
  return seen
}

/** The least that reading a chat stream can cost. */
export function bare(reads: readonly Uint8Array[]): Seen {
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

export async function official(reads: readonly Uint8Array[]): Promise<Seen> {
  const seen: Seen = { reasoning: 0, answer: 0 }
  let next = 0
  const body = () =>
    new ReadableStream({ pull: (controller) => (next < reads.length ? controller.enqueue(reads[next++]) : controller.close()) })
  const fetch = async () => new Response(body(), { headers: { 'content-type': 'text/event-stream' } })
  const client = new OpenAI({ apiKey: 'none', baseURL: 'http://127.0.0.1/v1', fetch })
  for await (const { choices } of await client.chat.completions.create({ model: 'm', messages: [], stream: true })) {
    const delta = choices[0]?.delta as { content?: string; reasoning_content?: string } | undefined
    if (delta?.reasoning_content) seen.reasoning++
    else if (delta?.content) seen.answer++
  }
  return seen
}
