import { createFrameDecoder, type FrameDecoder } from '../framing/index.ts'
import type { Part } from '../parts.ts'
import type { WireReader } from '../wire.ts'
import type { Interrupt } from './interruptible.ts'
import { isObject, parseJson } from './json.ts'
import { rejoin } from './rejoin.ts'

/** An event of an answer, in any format. */
export interface AnswerEvent {
  /** The event as JSON, for recognition. Undefined if the event is not JSON. */
  event(): unknown
  /** Event name from the frame. */
  name?: string | undefined
  read(reader: WireReader): readonly Part[]
}

/** Response body: the events of a provider, or the text of a model. */
export type BodyPieces =
  | {
      kind: 'events'
      pieces: AsyncIterable<AnswerEvent>
      /** Whether the body is one event. Known after the first event. */
      isWhole?(): boolean
    }
  | { kind: 'text'; text: AsyncIterable<string> }

/** Wraps the events of an SDK's stream, or one whole answer. */
export async function* piecesOfEvents(events: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<AnswerEvent, void, void> {
  for await (const event of events) yield { event: () => event, read: (reader) => reader.push(event) }
}

const amazon = 'application/vnd.amazon.eventstream'

/**
 * Reads a response by its content type.
 *
 * @throws {TypeError} If the body was already read, or is an event stream of Amazon.
 */
export async function piecesOfResponse(response: Response, interrupt: Interrupt, hasFormats: boolean): Promise<BodyPieces> {
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
  if (/[/+]json$/.test(type)) {
    let isArray = false
    const decoded = events((start) => {
      isArray = start === '['
      return createFrameDecoder(isArray ? 'json-array' : 'json')
    })
    return { ...decoded, isWhole: () => !isArray }
  }
  if (hasFormats && opaque.has(type)) {
    const begun = await beginningOf(text)
    const decoderFor = decoderOf(begun.beginning)
    if (decoderFor !== undefined) return { kind: 'events', pieces: piecesOfText(begun.text, decoderFor) }
    if (status >= 200 && status <= 299) return { kind: 'text', text: begun.text }
    return { kind: 'events', pieces: refusal(begun.text, status) }
  }
  if (status >= 200 && status <= 299) return { kind: 'text', text }
  return { kind: 'events', pieces: refusal(text, status) }

  function events(decoderFor: (start: string) => FrameDecoder) {
    return { kind: 'events' as const, pieces: piecesOfText(text, decoderFor) }
  }
}

/** Content types of proxies and object stores, which do not describe the content. */
const opaque: ReadonlySet<string> = new Set(['application/octet-stream', 'binary/octet-stream'])

/** Returns the beginning of a text without leading whitespace, long enough to decide its kind, and the whole text. */
async function beginningOf(text: AsyncGenerator<string, void, void>): Promise<{ beginning: string; text: AsyncIterable<string> }> {
  let held = ''
  let beginning = ''
  while (isUndecided(beginning)) {
    const { done, value } = await text.next()
    if (done === true) break
    held += value
    beginning = (beginning + value).trimStart()
  }
  return { beginning, text: rejoin({ done: false, value: held }, text) }
}

/** Whether more text is needed. An object may be one event or the whole answer, which the end of its line decides. */
function isUndecided(beginning: string): boolean {
  if (beginning.startsWith('{')) return !beginning.includes('\n') && beginning.length < mostBeginning
  return beginning.length < longestField && !/[[:]/.test(beginning)
}

const mostBeginning = 1_048_576
const longestField = 'event:'.length

/** Undefined if the body is text. */
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

async function* piecesOfText(
  text: AsyncIterable<string>,
  decoderFor: (start: string) => FrameDecoder,
): AsyncGenerator<AnswerEvent, void, void> {
  let decoder: FrameDecoder | undefined
  for await (const piece of text) {
    const start = piece.trimStart()[0]
    if (decoder === undefined && start === undefined) continue
    decoder ??= decoderFor(start!)
    for (const frame of decoder.push(piece)) yield pieceOf(frame)
  }
  for (const frame of decoder?.end() ?? []) yield pieceOf(frame)
}

const pieceOf = (frame: ReturnType<FrameDecoder['push']>[number]): AnswerEvent => ({
  event: () => parseJson(frame.data),
  name: frame.event,
  read: (reader) => reader.pushFrame(frame),
})

/** Turns a proxy's error page into one event that all formats read as an error. */
async function* refusal(text: AsyncIterable<string>, status: number): AsyncGenerator<AnswerEvent, void, void> {
  let page = ''
  for await (const piece of text) {
    page += piece
    if (page.length >= longestExcerpt) break
  }
  const event = { error: { message: `The server answered ${status}: ${page.slice(0, longestExcerpt)}`, code: String(status) } }
  yield { event: () => event, name: 'error', read: (reader) => reader.push(event) }
}

const longestExcerpt = 500
