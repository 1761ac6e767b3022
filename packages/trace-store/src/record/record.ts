import type { BlockKind, Boundary, Channel, Count, Seal } from '@reason/core/parts'
import type { BlockOrigin } from '@reason/core/result'

/** Detail of a stored trace. `redacted`: reasoning without secrets and personal data; `metadata`: no text. */
export type TraceMode = 'none' | 'metadata' | 'redacted' | 'full'

export type AnyJson = null | boolean | number | string | AnyJson[] | { [key: string]: AnyJson }

/** Amount of text in a channel. Characters are UTF-16 units. */
export interface ChannelCount {
  chars: number
  /** Reported or estimated count. Absent if neither is known. */
  tokens?: Count
}

export interface TracedBoundary {
  /** Default 0. */
  choice?: number
  block: number
  channel: Channel
  kind?: BlockKind
  /** Origin of the text. Absent in old traces. */
  origin?: BlockOrigin
  boundary: Boundary
  terminator?: string
  chars: number
}

export interface TracedWarning {
  code: string
  /** Number of occurrences in this generation. */
  count: number
  /** Message of the first occurrence. Absent in mode `metadata`, because it may quote text. */
  message?: string
}

export interface TracedError {
  code?: string
  status?: number
  /** Absent in mode `metadata`. */
  message?: string
}

export interface TracedCall {
  /** Id from the provider. */
  id?: string
  name: string
  /** Length of the arguments, which are not stored. */
  chars: number
}

/** Identifies a seal without revealing its content. */
export interface SealFingerprint {
  kind: Seal['kind']
  /** First 16 hexadecimal digits of the SHA-256. */
  sha256: string
  chars: number
  wire: string
  provider?: string
}

/** Milliseconds since the request. Absent for events that did not happen. */
export interface Timings {
  firstReasoningMs?: number
  firstAnswerMs?: number
  firstToolCallMs?: number
  /** Time from the first to the last reasoning. */
  reasoningMs?: number
}

/** Token counts, normalised as in core's `Usage`, without the provider's own object. */
export interface TracedUsage {
  input?: Count
  output?: Count
  reasoning?: Count
  cached?: Count
  total?: Count
}

/** A stored generation. */
export interface TraceRecord {
  /** Unique. A second record with the same id is ignored. */
  id: string
  /** Unix time in milliseconds. */
  createdAt: number
  sessionKey: string | null
  runId: string | null
  requestId: string | null
  tenant: string | null
  /** Requested model. If the provider answered with another name, it is `servedModel` in the metadata. */
  model: string | null
  provider: string | null
  /** Text adapter that split the answer. */
  adapter: string | null
  adapterVersion: string | null
  policyVersion: string | null
  /** Retention class, which determines how long the trace is kept. */
  class: string
  mode: Exclude<TraceMode, 'none'>
  /** A finish reason of core (`stop`, `length`, `aborted` …), or a value of the application. */
  outcome: string
  /** Null in mode `metadata`. */
  reasoningText: string | null
  reasoningTokens: number | null
  reasoningTokensSource: Count['source'] | null
  totalTokens: number | null
  durationMs: number | null
  /** SHA-256 of the answer that the client received, in hexadecimal. The answer is not stored. */
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
  /** Number of redacted values by type. */
  redactions: Record<string, number>
  /** Id of the redactor. Null if no redaction ran. */
  redactedBy: string | null
  metadata: { [key: string]: AnyJson }
}

/**
 * A record as JSON, for the queue, the worker thread and the journal. A record object consists of some fifty objects. The garbage collector would copy them for
 * each queued record.
 */
export type RecordJson = string

/** Input of `append`. Absent fields get neutral values: `id` a new one, `createdAt` the current time. */
export type TraceInput = { [K in keyof TraceRecord]?: TraceRecord[K] | undefined }

/** A record in lists: everything except the text, which `get` returns. */
export type TraceSummary = Omit<TraceRecord, 'reasoningText'>
