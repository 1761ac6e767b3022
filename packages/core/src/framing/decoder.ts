import type { Frame } from './frame.ts'
import { createJsonArrayDecoder } from './json-array.ts'
import { createLinesDecoder } from './lines.ts'
import { createSseDecoder } from './sse.ts'
import { createWholeDecoder } from './whole.ts'

/** Decodes body text into frames. The body may be cut anywhere. */
export interface FrameDecoder {
  push(text: string): readonly Frame[]
  /** Ends the body. The remaining text becomes a frame, even if incomplete. */
  end(): readonly Frame[]
}

/**
 * Framings of bodies. `jsonl` and `ndjson` are read alike (one JSON document per line). `json` is one document. `json-array` is one array whose elements
 * arrive one by one.
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

/** @throws {TypeError} For an unknown framing. */
export function createFrameDecoder(framing: Framing): FrameDecoder {
  if (!framings.includes(framing)) throw new TypeError(`There is no framing "${String(framing)}", only ${framings.join(', ')}.`)
  return decoders[framing]()
}
