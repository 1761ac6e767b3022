import { createFrameDecoder, type Framing } from '../framing/index.ts'
import type { WireFormat, WireSource } from '../wire.ts'
import { isObject, parseJson, type Json } from './json.ts'

/** What a body is, by its own looks. */
export type RecognisedBody = { framing: Framing } & (
  | {
      kind: 'format'
      wire: WireFormat
      /** The model and the server that wrote it, where it says so. */
      source: WireSource
    }
  /** An error in place of an answer, as a server of any format writes it. */
  | { kind: 'error' }
  /** Of none of the formats, but framed as bodies are. One in JSON may be an answer that was asked for in JSON. */
  | { kind: 'unknown'; first: Readonly<Record<string, unknown>> }
)

/** The first ones may be comments, pings, or of a shape that several formats have. */
export const mostEvents = 12

/**
 * Recognises a recorded body of a response, and how it is framed.
 *
 * @param text - The body, or its beginning: one document (`json`) has to be whole.
 * @param formats - Asked in this order.
 * @returns Undefined where it is no body at all: then it is text.
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
  // One document, or one a line.
  return parseJson(start.trimEnd()) === undefined ? 'ndjson' : 'json'
}

interface Event {
  event: Json
  /** As the frame calls it. */
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

/** An event has a few lines, and there may be empty ones around it. One that is cut is no JSON. */
function firstLines(start: string): string {
  const lines = start.split(/\r\n|[\r\n]/, 20 * mostEvents)
  return `${lines.join('\n')}\n\n`
}

function eventsIn(data: string, name?: string): Event[] {
  const value = parseJson(data)
  return (Array.isArray(value) ? value : [value]).filter(isObject).map((event) => ({ event, ...(name !== undefined && { name }) }))
}

/**
 * Errors look alike in all formats. A bare string is one where there is nothing else (Ollama): beside other fields it may be a field of an
 * answer in JSON.
 */
export function isError({ event, name }: Event): boolean {
  const { error } = event
  if (name === 'error') return true
  return typeof error === 'string'
    ? error !== '' && Object.keys(event).length === 1
    : isObject(error) && typeof error['message'] === 'string'
}
