import type { Framing } from '../framing/index.ts'
import type { WireFormat, WireSource } from '../index.ts'

/** What a body is, by its own looks. */
export interface RecognisedBody {
  wire: WireFormat
  framing: Framing
  /** The model and the server that wrote it, where it says so. */
  source: WireSource
}

type Json = Readonly<Record<string, unknown>>

/** The first ones may be comments, pings, or of a shape that several formats have. */
const mostEvents = 12

/**
 * Recognises a recorded body of a response, and how it is framed.
 *
 * @param text - The body, or its beginning: one document (`json`) has to be whole.
 * @param formats - Asked in this order.
 * @returns Undefined where it is in none of them: then it is text.
 */
export function recogniseBody(text: string, formats: Iterable<WireFormat>): RecognisedBody | undefined {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  const framing = framingOf(start)
  if (framing === undefined) return undefined
  const known = [...formats]
  for (const event of firstEvents(start, framing)) {
    for (const wire of known) {
      const source = wire.recognise?.(event)
      if (source !== undefined) return { wire, framing, source }
    }
  }
  return undefined
}

function framingOf(start: string): Framing | undefined {
  if (/^(?:data|event|id|retry)?:/.test(start)) return 'sse'
  if (start.startsWith('[')) return 'json-array'
  if (!start.startsWith('{')) return undefined
  // One document, or one a line.
  return parse(start.trimEnd()) === undefined ? 'ndjson' : 'json'
}

function firstEvents(start: string, framing: Framing): Json[] {
  if (framing === 'json') return listOf(parse(start))
  if (framing === 'json-array') return listOf(parse(start)).slice(0, mostEvents)
  const events: Json[] = []
  for (const line of start.split(/\r\n|[\r\n]/, 20 * mostEvents)) {
    const data = framing === 'sse' ? /^data: ?(.*)$/.exec(line)?.[1] : line
    if (data !== undefined) events.push(...listOf(parse(data)))
    if (events.length >= mostEvents) break
  }
  return events
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : isObject(value) ? [value] : [])

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
