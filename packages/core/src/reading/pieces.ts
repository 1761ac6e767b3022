import { createFrameDecoder, type FrameDecoder } from '../framing/index.ts'
import type { Part } from '../parts.ts'
import type { WireReader } from '../wire.ts'
import type { Interrupt } from './interruptible.ts'
import { isObject, parseJson } from './json.ts'

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
export async function piecesOfResponse(response: Response, interrupt: Interrupt, hasFormats: boolean): Promise<Body> {
  const { body, bodyUsed, headers, status } = response
  if (bodyUsed) throw new TypeError('The body of this Response was read already. Pass the Response before anything else reads it.')
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === amazon) {
    throw new TypeError(
      `This Response is framed as ${amazon}. Pass the stream of Amazon's SDK, or decode it with createEventStreamDecoder() of @reason/providers-bedrock.`,
    )
  }
  const text = textOf(body, interrupt)
  if (type === 'text/event-stream') return events(() => createFrameDecoder('sse'))
  if (/^application\/(?:x-)?(?:ndjson|jsonl|json-seq)$/.test(type)) return events(() => createFrameDecoder('ndjson'))
  if (/[/+]json$/.test(type)) return events((start) => createFrameDecoder(start === '[' ? 'json-array' : 'json'))
  if (hasFormats && opaque.has(type)) {
    const begun = await beginningOf(text)
    const decoderFor = decoderOf(begun.beginning)
    if (decoderFor !== undefined) return { kind: 'events', pieces: piecesOfText(begun.text, decoderFor) }
    if (status >= 200 && status <= 299) return { kind: 'text', text: begun.text }
    return { kind: 'events', pieces: refusal(begun.text, status) }
  }
  if (status >= 200 && status <= 299) return { kind: 'text', text }
  return { kind: 'events', pieces: refusal(text, status) }

  function events(decoderFor: (start: string) => FrameDecoder): Body {
    return { kind: 'events', pieces: piecesOfText(text, decoderFor) }
  }
}

/** Content types that say nothing of what is inside: proxies and object stores give them. */
const opaque: ReadonlySet<string> = new Set(['application/octet-stream', 'binary/octet-stream'])

/** The beginning of a text, without blanks before it, as far as it decides what the text is; and the whole text. */
async function beginningOf(text: AsyncGenerator<string, void, void>): Promise<{ beginning: string; text: AsyncIterable<string> }> {
  const held: string[] = []
  let beginning = ''
  while (isUndecided(beginning)) {
    const { done, value } = await text.next()
    if (done === true) break
    held.push(value)
    beginning = (beginning + value).trimStart()
  }
  return { beginning, text: rejoined() }

  async function* rejoined(): AsyncGenerator<string, void, void> {
    yield* held
    yield* text
  }
}

/** An object is one event, or all of the answer: the end of its line decides. */
function isUndecided(beginning: string): boolean {
  if (beginning.startsWith('{')) return !beginning.includes('\n') && beginning.length < mostBeginning
  return beginning.length < longestField && !/[[:]/.test(beginning)
}

const mostBeginning = 1_048_576
const longestField = 'event:'.length

/** Undefined: it is text. */
function decoderOf(beginning: string): (() => FrameDecoder) | undefined {
  if (/^(?:data|event|id|retry)?:/.test(beginning)) return () => createFrameDecoder('sse')
  if (beginning.startsWith('[')) return () => createFrameDecoder('json-array')
  if (!beginning.startsWith('{')) return undefined
  const end = beginning.indexOf('\n')
  const isLine = end !== -1 && isObject(parseJson(beginning.slice(0, end)))
  return () => createFrameDecoder(isLine ? 'ndjson' : 'json')
}

async function* textOf(body: ReadableStream<Uint8Array> | null, { reading }: Interrupt): AsyncGenerator<string, void, void> {
  if (body === null) return
  const decoder = new TextDecoder()
  for await (const bytes of reading(body)) yield decoder.decode(bytes, { stream: true })
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
  event: () => parseJson(frame.data),
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
