import type { BlockKind, Boundary, Channel, Count, Seal } from '@reason/core/parts'
import type { BlockOrigin } from '@reason/core/result'

/** What may be kept of a generation. `redacted`: its reasoning without secrets and personal data; `metadata`: no text at all. */
export type TraceMode = 'none' | 'metadata' | 'redacted' | 'full'

/** Anything that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** What was there of one channel. Characters are UTF-16 units. */
export interface ChannelCount {
  chars: number
  /** Reported by the provider, or estimated. Absent: neither. */
  tokens?: Count
}

export interface TracedBoundary {
  /** Absent: 0. */
  choice?: number
  block: number
  channel: Channel
  kind?: BlockKind
  /** Where its text comes from. Absent in traces from before this was recorded. */
  origin?: BlockOrigin
  boundary: Boundary
  terminator?: string
  chars: number
}

export interface TracedWarning {
  code: string
  /** How often, in this generation. */
  count: number
  /** Of the first one. Not in mode `metadata`: it may quote the text. */
  message?: string
}

export interface TracedError {
  code?: string
  status?: number
  /** Not in mode `metadata`. */
  message?: string
}

export interface TracedCall {
  /** The provider's. */
  id?: string
  name: string
  /** Length of the arguments, which themselves are not kept. */
  chars: number
}

/** Recognises a seal, and gives nothing of it away. */
export interface SealFingerprint {
  kind: Seal['kind']
  /** The first 16 hex digits of its SHA-256. */
  sha256: string
  chars: number
  wire: string
  provider?: string
}

/** Milliseconds from the request on. Absent: it did not happen. */
export interface Timings {
  firstReasoningMs?: number
  firstAnswerMs?: number
  firstToolCallMs?: number
  /** From the first to the last of the reasoning. */
  reasoningMs?: number
}

/** Normalised as core's `Usage`, without the provider's own object. */
export interface TracedUsage {
  input?: Count
  output?: Count
  reasoning?: Count
  cached?: Count
  total?: Count
}

/** One stored generation. */
export interface TraceRecord {
  /** Unique; a second record with it is ignored. */
  id: string
  /** Unix time in milliseconds. */
  createdAt: number
  sessionKey: string | null
  runId: string | null
  requestId: string | null
  tenant: string | null
  /** As it was asked for. The name by which it answered, where that is another one, is `servedModel` in the metadata. */
  model: string | null
  provider: string | null
  /** The text adapter that split it. */
  adapter: string | null
  adapterVersion: string | null
  policyVersion: string | null
  /** Retention class: how long it is kept. */
  class: string
  mode: Exclude<TraceMode, 'none'>
  /** A finish reason of core (`stop`, `length`, `aborted` …), or a word of the app's own. */
  outcome: string
  /** Null in mode `metadata`. */
  reasoningText: string | null
  reasoningTokens: number | null
  reasoningTokensSource: Count['source'] | null
  totalTokens: number | null
  durationMs: number | null
  /** SHA-256 of the answer as the client got it, in hex. The answer itself is not kept. */
  answerHash: string | null
  answerChars: number | null
  channels: Partial<Record<Channel, ChannelCount>>
  usage: TracedUsage
  timings: Timings
  boundaries: TracedBoundary[]
  warnings: TracedWarning[]
  errors: TracedError[]
  toolCalls: TracedCall[]
  seals: SealFingerprint[]
  /** 0 to 1; null if no leak detection ran. */
  leakScore: number | null
  /** How many values of each type were redacted. */
  redactions: Record<string, number>
  /** The id of the redactor. Null: no redaction ran. */
  redactedBy: string | null
  metadata: { [key: string]: Json }
}

/** A record as JSON: so it waits, goes to a thread, and stands in the journal. A record itself is some fifty objects, of which each that waits is copied by the collector of garbage. */
export type RecordJson = string

/** What `append` takes: what is absent gets the neutral value; `id` a new one, `createdAt` now. */
export type TraceInput = { [K in keyof TraceRecord]?: TraceRecord[K] | undefined }

/** A record as lists show it: all but the text, which `get` has. */
export type TraceSummary = Omit<TraceRecord, 'reasoningText'>
