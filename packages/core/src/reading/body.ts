import { createFrameDecoder, type Framing } from '../framing/index.ts'
import type { Part } from '../parts.ts'
import type { ReaderOptions, WireFormat } from '../wire.ts'
import { readable } from '../readable.ts'
import { checkWire } from './check-wire.ts'

/** Response body: `response.body` of `fetch`, a Node stream, or pieces of either. */
export type BodySource = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | Iterable<Uint8Array>

/**
 * Reads the bytes of a response into parts, ending with `end`. Chunks may be cut anywhere. If the consumer stops early, the body is cancelled.
 *
 * @param framing - The provider's framing: `sse` for most streams, `ndjson` for Ollama, `json` for whole bodies.
 * @throws {TypeError} At the first read, for a response in place of its body, text in place of bytes, or an unknown framing.
 */
export async function* readBody(
  body: BodySource,
  wire: WireFormat,
  framing: Framing,
  options?: ReaderOptions,
): AsyncGenerator<Part, void, void> {
  checkBody(body)
  checkWire(wire)
  const text = new TextDecoder()
  const frames = createFrameDecoder(framing)
  const reader = wire.createReader(options)
  for await (const bytes of readable(body)) {
    if (typeof bytes === 'string') throw new TypeError('readBody() takes bytes, not text. Use createFrameDecoder() for text.')
    for (const frame of frames.push(text.decode(bytes, { stream: true }))) for (const part of reader.pushFrame(frame)) yield part
  }
  for (const frame of [...frames.push(text.decode()), ...frames.end()]) for (const part of reader.pushFrame(frame)) yield part
  for (const part of reader.end()) yield part
}

/** Rejects a response object or a missing body, which an untyped program may pass. */
function checkBody(body: unknown): void {
  if (Symbol.asyncIterator in Object(body) || Symbol.iterator in Object(body) || 'getReader' in Object(body)) return
  const what = Object(body) === body ? 'something that is no body' : String(body)
  const hint = 'body' in Object(body) ? 'Pass response.body.' : 'Pass what fetch gives as response.body, once it is there, or pieces of it.'
  throw new TypeError(`readBody() got ${what}. ${hint}`)
}
