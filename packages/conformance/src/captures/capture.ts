import type { ReaderOptions } from '@reason/core/wire'

/** A literal text, or its SHA-256 (hex, of the UTF-8 bytes) and its length in code points. */
export type ExpectedText = string | { sha256: string; chars: number }

/** Expected content of a recorded response. Absent fields are not compared. */
export interface ExpectedResponse {
  /** The whole text, joined without a separator. If there are several texts, any of them matches. */
  reasoning?: readonly ExpectedText[]
  answer?: readonly ExpectedText[]
  /** Arguments as values: `{}` for an empty string, the string itself if it is not JSON. */
  toolCalls?: readonly { name: string; arguments: unknown }[]
  /** Counts that the wire reported. `null`: not reported. */
  usage?: { input?: number | null; output?: number | null; reasoning?: number | null; total?: number | null }
  /** Whether the reported `output` includes the reasoning. Null: unknown, so both are accepted. Default null. */
  outputIncludesReasoning?: boolean | null
  /** The provider's own finish reason. `null`: none. */
  finish?: string | null
  /** The error's message. `null`: there must be no error. */
  error?: string | null
  /** Text blocks and calls in wire order. Adjacent blocks of one type may have other boundaries than here. */
  blocks?: readonly ExpectedCaptureBlock[]
  /** SHA-256 of each opaque value, in order. */
  seals?: { signatures?: readonly string[]; encrypted?: readonly string[]; redacted?: readonly string[] }
}

export type ExpectedCaptureBlock = { type: 'reasoning' | 'answer'; sha256: string; chars: number } | { type: 'tool-call' }

/** A recorded response body with its expected content. */
export interface Capture {
  id: string
  /** Id of the body's wire format. */
  wire: string
  /** Framing of the body: `sse`, `ndjson`, `jsonl`, `json` (one document, not streamed), `json-array`, or a custom one. */
  format: string
  /** A string is encoded as UTF-8. */
  body: Uint8Array | string
  source?: ReaderOptions
  /** By choice. Most captures have only the first. Missing choices are not compared. */
  expected: readonly ExpectedResponse[]
  /** The answer contains reasoning tags: `expected` applies after splitting with a text adapter, `unsplit` without. */
  inlineTags?: { kind: string; unsplit: ExpectedResponse }
}
