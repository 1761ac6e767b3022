/** A unit of a framed body: an SSE event, a line of NDJSON, a whole JSON document. */
export interface Frame {
  /** SSE event name. Absent if the event has none. */
  event?: string
  /** The payload, usually JSON. */
  data: string
  /** The payload parsed as JSON, if already known. Parsing a long payload twice would delay other requests. */
  parsed?: { json: unknown } | 'no JSON'
}
