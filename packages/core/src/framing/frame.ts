/** One unit of a framed body: an SSE event, a line of NDJSON, a whole JSON document. */
export interface Frame {
  /** SSE event name. Absent: none was given. */
  event?: string
  /** The payload, usually JSON. */
  data: string
  /** What the payload is as JSON, where that is known already: parsing a long one takes longer than others wait. */
  parsed?: { json: unknown } | 'no JSON'
}
