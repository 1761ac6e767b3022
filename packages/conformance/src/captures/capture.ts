import type { ReaderOptions } from '@reason/core/wire'

/** A text as it is, or its SHA-256 (hex, of the UTF-8 bytes) and its length in code points. */
export type ExpectedText = string | { sha256: string; chars: number }

/** What a recorded response comes to. A field that is absent is not compared. */
export interface ExpectedResponse {
  /** All of it, joined with nothing. Several: any of them. */
  reasoning?: readonly ExpectedText[]
  answer?: readonly ExpectedText[]
  /** Arguments as values: `{}` for an empty string, the string itself where it is not JSON. */
  toolCalls?: readonly { name: string; arguments: unknown }[]
  /** As the wire reported them; `null`: it did not. */
  usage?: { input?: number | null; output?: number | null; reasoning?: number | null; total?: number | null }
  /** Whether the reported `output` includes the reasoning. Null: unknown, so either is right. Default null. */
  outputIncludesReasoning?: boolean | null
  /** The provider's own finish reason; `null`: there was none. */
  finish?: string | null
  /** The error's message; `null`: there must be no error. */
  error?: string | null
  /** Text blocks and calls in wire order. Neighbours of one type may be cut otherwise than here. */
  blocks?: readonly ExpectedCaptureBlock[]
  /** SHA-256 of each opaque value, in order. */
  seals?: { signatures?: readonly string[]; encrypted?: readonly string[]; redacted?: readonly string[] }
}

export type ExpectedCaptureBlock = { type: 'reasoning' | 'answer'; sha256: string; chars: number } | { type: 'tool-call' }

/** A recorded response body and what it must come to. */
export interface Capture {
  id: string
  /** Id of the wire format that it is in. */
  wire: string
  /** How the body is framed: `sse`, `ndjson`, `jsonl`, `json` (one document, not streamed), `json-array`, or one of your own. */
  format: string
  /** A string is taken as UTF-8. */
  body: Uint8Array | string
  /** For the reader. */
  source?: ReaderOptions
  /** By choice; the first one is what most have. Choices that are not given are not compared. */
  expected: readonly ExpectedResponse[]
  /** Reasoning tags stand in the answer: `expected` holds after splitting with a text adapter, `unsplit` without. */
  inlineTags?: { kind: string; unsplit: ExpectedResponse }
}
