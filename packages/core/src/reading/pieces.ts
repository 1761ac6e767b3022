import { createFrameDecoder, type FrameDecoder } from '../framing/index.ts'
import type { Part } from '../parts.ts'
import { readable } from '../readable.ts'
import type { WireReader } from '../wire.ts'

/** One event of an answer, of whatever format. */
export interface Piece {
  /** As JSON, to be recognised. Undefined: it is none. */
  event(): unknown
  /** As the frame calls it. */
  name?: string | undefined
  read(reader: WireReader): readonly Part[]
}

/** The body of a response: the events of a provider, or the text of a model. */
export type Body = { kind: 'events'; pieces: AsyncIterable<Piece> } | { kind: 'text'; text: AsyncIterable<string> }

/** Events of an SDK's stream, or one whole answer. */
export async function* piecesOfEvents(events: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Piece, void, void> {
  for await (const event of events) yield { event: () => event, read: (reader) => reader.push(event) }
}

const amazon = 'application/vnd.amazon.eventstream'

/**
 * What a response is, by its content type.
 *
 * @throws {TypeError} for a body that was read already, and for Amazon's event streams
 */
export async function piecesOfResponse(response: Response): Promise<Body> {
  const { body, bodyUsed, headers, status } = response
  if (bodyUsed) throw new TypeError('The body of this Response was read already. Pass the Response before anything else reads it.')
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === amazon) {
    throw new TypeError(
      `This Response is framed as ${amazon}. Pass the stream of Amazon's SDK, or decode it with createEventStreamDecoder() of @reason/providers-bedrock.`,
    )
  }
  const text = textOf(body)
  if (type === 'text/event-stream') return events(() => createFrameDecoder('sse'))
  if (/^application\/(?:x-)?(?:ndjson|jsonl|json-seq)$/.test(type)) return events(() => createFrameDecoder('ndjson'))
  if (/[/+]json$/.test(type)) return events((start) => createFrameDecoder(start === '[' ? 'json-array' : 'json'))
  if (status >= 200 && status <= 299) return { kind: 'text', text }
  return { kind: 'events', pieces: refusal(text, status) }

  function events(decoderFor: (start: string) => FrameDecoder): Body {
    return { kind: 'events', pieces: piecesOfText(text, decoderFor) }
  }
}

async function* textOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, void> {
  if (body === null) return
  const decoder = new TextDecoder()
  for await (const bytes of readable(body)) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

async function* piecesOfText(text: AsyncIterable<string>, decoderFor: (start: string) => FrameDecoder): AsyncGenerator<Piece, void, void> {
  let decoder: FrameDecoder | undefined
  for await (const piece of text) {
    const start = piece.trimStart()[0]
    if (decoder === undefined && start === undefined) continue
    decoder ??= decoderFor(start!)
    for (const frame of decoder.push(piece)) yield pieceOf(frame)
  }
  for (const frame of decoder?.end() ?? []) yield pieceOf(frame)
}

const pieceOf = (frame: ReturnType<FrameDecoder['push']>[number]): Piece => ({
  event: () => parse(frame.data),
  name: frame.event,
  read: (reader) => reader.pushFrame(frame),
})

/** A page of a proxy, in place of an answer, as one event that all formats read as an error. */
async function* refusal(text: AsyncIterable<string>, status: number): AsyncGenerator<Piece, void, void> {
  let page = ''
  for await (const piece of text) {
    page += piece
    if (page.length >= longestExcerpt) break
  }
  const event = { error: { message: `The server answered ${status}: ${page.slice(0, longestExcerpt)}`, code: String(status) } }
  yield { event: () => event, name: 'error', read: (reader) => reader.push(event) }
}

const longestExcerpt = 500

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
