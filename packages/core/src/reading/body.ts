import { createFrameDecoder, type Framing } from '../framing/index.ts'
import type { Part, ReaderOptions, WireFormat } from '../index.ts'
import { readable } from '../readable.ts'

/** A response body: what `fetch` gives as `response.body`, a Node stream, or pieces of either. */
export type BodySource = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | Iterable<Uint8Array>

/**
 * The bytes of a response to parts, ending with `end`, wherever they are cut. A consumer that stops early cancels the body.
 *
 * @param framing - How the provider frames it: `sse` for most streams, `ndjson` for Ollama, `json` for what is not streamed.
 */
export async function* readBody(
  body: BodySource,
  wire: WireFormat,
  framing: Framing,
  options?: ReaderOptions,
): AsyncGenerator<Part, void, void> {
  const text = new TextDecoder()
  const frames = createFrameDecoder(framing)
  const reader = wire.createReader(options)
  for await (const bytes of readable(body)) {
    for (const frame of frames.push(text.decode(bytes, { stream: true }))) for (const part of reader.pushFrame(frame)) yield part
  }
  for (const frame of [...frames.push(text.decode()), ...frames.end()]) for (const part of reader.pushFrame(frame)) yield part
  for (const part of reader.end()) yield part
}
