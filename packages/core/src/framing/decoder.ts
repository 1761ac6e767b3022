import type { Frame } from './frame.ts'
import { createJsonArrayDecoder } from './json-array.ts'
import { createLinesDecoder } from './lines.ts'
import { createSseDecoder } from './sse.ts'
import { createWholeDecoder } from './whole.ts'

/** Body text to frames, however the body is cut. */
export interface FrameDecoder {
  push(text: string): readonly Frame[]
  /** The body is over: what is left is a frame too, whole or not. */
  end(): readonly Frame[]
}

/**
 * How bodies are framed. `jsonl` and `ndjson` are read alike (one JSON document a line); `json` is one document, `json-array` one whose
 * elements come one by one.
 */
export const framings = ['sse', 'ndjson', 'jsonl', 'json', 'json-array'] as const
export type Framing = (typeof framings)[number]

const decoders: Record<Framing, () => FrameDecoder> = {
  sse: createSseDecoder,
  ndjson: createLinesDecoder,
  jsonl: createLinesDecoder,
  json: createWholeDecoder,
  'json-array': createJsonArrayDecoder,
}

/** @throws {TypeError} for a framing that there is not */
export function createFrameDecoder(framing: Framing): FrameDecoder {
  if (!framings.includes(framing)) throw new TypeError(`There is no framing "${String(framing)}", only ${framings.join(', ')}.`)
  return decoders[framing]()
}
