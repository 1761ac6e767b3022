import { split, type Part, type TextAdapter } from '@reason/core'
import { extractReasoningMiddleware } from 'ai'

/** Number of characters on each channel. Every runner returns it for a check. */
export interface Outcome {
  reasoning: number
  answer: number
}

/** The splitter itself: `push` in a loop. */
export function pushed(adapter: TextAdapter, chunks: readonly string[]): Outcome {
  const out: Outcome = { reasoning: 0, answer: 0 }
  const splitter = adapter.createSplitter()
  for (const chunk of chunks) count(splitter.push(chunk), out)
  count(splitter.end(), out)
  return out
}

/** `split`: the same through an async iterator, as most applications use it. */
export async function iterated(adapter: TextAdapter, chunks: readonly string[]): Promise<Outcome> {
  const out: Outcome = { reasoning: 0, answer: 0 }
  for await (const part of split(source(chunks), adapter))
    if (part.type === 'delta' && part.channel !== 'commentary') out[part.channel] += part.text.length
  return out
}

function count(parts: readonly Part[], out: Outcome): void {
  for (const part of parts) if (part.type === 'delta' && part.channel !== 'commentary') out[part.channel] += part.text.length
}

// The loops are floors: they touch every chunk, and split nothing.

export function syncLoop(chunks: readonly string[]): number {
  let chars = 0
  for (const chunk of chunks) chars += chunk.length
  return chars
}

export async function asyncLoop(chunks: readonly string[]): Promise<number> {
  let chars = 0
  for await (const chunk of pass(source(chunks))) chars += chunk.length
  return chars
}

// eslint-disable-next-line require-await -- an async source is the point
async function* source(chunks: readonly string[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield chunk
}

async function* pass(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield chunk
}

type WrapStream = NonNullable<ReturnType<typeof extractReasoningMiddleware>['wrapStream']>
type StreamResult = Awaited<ReturnType<WrapStream>>
type StreamPart = StreamResult['stream'] extends ReadableStream<infer P> ? P : never

/** The AI SDK's splitter for tags, on the same chunks. */
export async function aiSdk(chunks: readonly string[]): Promise<Outcome> {
  const out: Outcome = { reasoning: 0, answer: 0 }
  const wrap = extractReasoningMiddleware({ tagName: 'think' }).wrapStream!
  const { stream } = await wrap({ doStream: async () => ({ stream: aiSdkStream(chunks) }) } as unknown as Parameters<WrapStream>[0])
  for await (const part of stream) {
    if (part.type === 'reasoning-delta') out.reasoning += part.delta.length
    else if (part.type === 'text-delta') out.answer += part.delta.length
  }
  return out
}

function aiSdkStream(chunks: readonly string[]): ReadableStream<StreamPart> {
  const parts: StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id: '1' },
    ...chunks.map((delta): StreamPart => ({ type: 'text-delta', id: '1', delta })),
    { type: 'text-end', id: '1' },
  ]
  let next = 0
  return new ReadableStream({
    pull(controller) {
      if (next < parts.length) controller.enqueue(parts[next++]!)
      else controller.close()
    },
  })
}
