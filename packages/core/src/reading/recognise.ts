import { createFrameDecoder, type Framing } from '../framing/index.ts'
import type { WireFormat, WireSource } from '../wire.ts'
import { isObject, parseJson, type Json } from './json.ts'

/** Kind of a body, by its content. */
export type RecognisedBody = { framing: Framing } & (
  | {
      kind: 'format'
      wire: WireFormat
      /** The model and the provider that wrote the body, as far as it names them. */
      source: WireSource
    }
  /** An error in place of an answer, as a server of any format writes it. */
  | { kind: 'error' }
  /** In no known format, but framed like a response body. A JSON body may be an answer that was requested as JSON. */
  | { kind: 'unknown'; first: Readonly<Record<string, unknown>> }
)

/** Number of events that are inspected. The first events may be comments, pings, or of a shape that several formats share. */
export const mostEvents = 12

/**
 * Recognises the format and the framing of a recorded response body.
 *
 * @param text - The body, or its beginning. A single document (`json`) has to be whole.
 * @param formats - Candidates in order of precedence.
 * @returns Undefined if the text is not a response body.
 */
export function recogniseBody(text: string, formats: Iterable<WireFormat>): RecognisedBody | undefined {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  const framing = framingOf(start)
  if (framing === undefined) return undefined
  const known = [...formats]
  const events = firstEvents(start, framing)
  for (const { event } of events) {
    for (const wire of known) {
      const source = wire.recognise?.(event)
      if (source !== undefined) return { kind: 'format', wire, framing, source }
    }
  }
  if (events.some(isError)) return { kind: 'error', framing }
  const [first] = events
  return first === undefined || (framing === 'ndjson' && events.length < 2) ? undefined : { kind: 'unknown', framing, first: first.event }
}

function framingOf(start: string): Framing | undefined {
  if (/^(?:(?:data|event|id|retry)?:|error: ?\{)/.test(start)) return 'sse'
  if (start.startsWith('[')) return 'json-array'
  if (!start.startsWith('{')) return undefined
  // A single document, or one document per line.
  return parseJson(start.trimEnd()) === undefined ? 'ndjson' : 'json'
}

interface Event {
  event: Json
  /** Event name from the frame. */
  name?: string
}

function firstEvents(start: string, framing: Framing): Event[] {
  if (framing === 'json') return eventsIn(start)
  if (framing === 'json-array') return eventsIn(start).slice(0, mostEvents)
  const events: Event[] = []
  for (const { data, event: name } of createFrameDecoder(framing).push(firstLines(start))) {
    events.push(...eventsIn(data, name))
    if (events.length >= mostEvents) break
  }
  return events
}

/** Returns the lines that contain the first events. An event has a few lines, with empty ones around it. A cut event fails to parse as JSON. */
function firstLines(start: string): string {
  const lines = start.split(/\r\n|[\r\n]/, 20 * mostEvents)
  return `${lines.join('\n')}\n\n`
}

function eventsIn(data: string, name?: string): Event[] {
  const value = parseJson(data)
  return (Array.isArray(value) ? value : [value]).filter(isObject).map((event) => ({ event, ...(name !== undefined && { name }) }))
}

/**
 * Whether an event is an error. Errors look alike in all formats. A bare string counts only if the event has no other field (Ollama). Beside other
 * fields, it may be a field of an answer in JSON.
 */
export function isError({ event, name }: Event): boolean {
  const { error } = event
  if (name === 'error') return true
  return typeof error === 'string'
    ? error !== '' && Object.keys(event).length === 1
    : isObject(error) && typeof error['message'] === 'string'
}
