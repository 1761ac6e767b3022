import type { WarningCode } from './warnings.ts'

/** Kind of a text. */
export type Channel = 'reasoning' | 'commentary' | 'answer'

/**
 * Content of a block beyond its channel. Absent: ordinary text.
 * - `raw`, `summary`: the model's own reasoning, or a provider's digest of it (much shorter than what is billed).
 * - `hidden`: the model reasoned, and the provider shows only a seal.
 * - `refusal`: answer text from a provider's refusal field.
 * - `tool-text`: a tool call that a tag splitter found, verbatim.
 */
export type BlockKind = 'raw' | 'summary' | 'hidden' | 'refusal' | 'tool-text'

/**
 * Reason why a block ended.
 * - `closer`: its delimiter came (in `terminator`).
 * - `tool`: a tool call began.
 * - `orphan`: a closer without an opener turned the text before it into reasoning.
 * - `limit`: a limit of ours was reached (held text, a governor).
 * - `wire`: the provider's events ended it.
 * - `end-of-stream`: the stream ended inside it. For reasoning this means that it was never closed.
 */
export type Boundary = 'closer' | 'tool' | 'orphan' | 'limit' | 'wire' | 'end-of-stream'

/** Opaque value that only its issuer can read. A seal is sent back byte-exact, and to no other provider. */
export interface Seal {
  kind: 'signature' | 'encrypted' | 'redacted' | 'thought-signature'
  value: string
  issuer: { provider?: string; wire: string; model?: string; upstream?: string }
  /** The provider's id of the item that carried the seal. */
  item?: string
}

/** A number and its source. `implausible`: reported, but cannot be true (0 beside visible text, more than the whole). */
export interface Count {
  value: number
  source: 'reported' | 'implausible' | 'estimated'
}

/** Tokens of one generation, normalised: `output` includes reasoning on every wire. A count is absent if the provider reports none. */
export interface Usage {
  input?: Count
  output?: Count
  reasoning?: Count
  cached?: Count
  total?: Count
  /** The provider's own object. */
  raw: unknown
}

/**
 * How a generation ended, in one vocabulary for all wires. `reasoning-exhausted`: thinking used the whole output budget, and there is no answer.
 * `no-final`: the format promises a final message and none came.
 */
export type FinishReason = (typeof finishReasons)[number]

export const finishReasons = [
  'stop',
  'length',
  'tool-calls',
  'content-filter',
  'refusal',
  'error',
  'aborted',
  'no-final',
  'reasoning-exhausted',
  'unknown',
] as const

interface OfChoice {
  /** Index of the generation, if the request has several. Absent: 0. */
  choice?: number
}

export interface StartPart extends OfChoice {
  type: 'start'
  id?: string
  model?: string
  /** Unix time in seconds, as the provider reports it. */
  created?: number
  native?: unknown
}

export interface BlockStartPart extends OfChoice {
  type: 'block-start'
  /** Our number of the block, from 0 within a choice, in wire order. */
  block: number
  channel: Channel
  kind?: BlockKind
  /** In a pipeline: number of the reader's block that this block was split from. */
  from?: number
}

export interface DeltaPart extends OfChoice {
  type: 'delta'
  block: number
  channel: Channel
  text: string
  /** The adapter inserted this text between blocks (`separator`). The input does not contain it. */
  inserted?: true
  /** The text is a delimiter that the answer only mentions, so guards leave it there. */
  mention?: true
}

export interface BlockEndPart extends OfChoice {
  type: 'block-end'
  block: number
  channel: Channel
  boundary: Boundary
  /** The delimiter that ended the block, verbatim. */
  terminator?: string
  seals?: Seal[]
}

export interface ToolCallStartPart extends OfChoice {
  type: 'tool-call-start'
  /** Our number of the call, from 0 within a choice. */
  call: number
  /** The provider's id. Absent in text formats, which have none. */
  id?: string
  name: string
  /** Media type or syntax of the arguments, if the format names one (Harmony: `json`, `code`). */
  contentType?: string
}

export interface ToolCallDeltaPart extends OfChoice {
  type: 'tool-call-delta'
  call: number
  text: string
}

export interface ToolCallEndPart extends OfChoice {
  type: 'tool-call-end'
  call: number
  boundary?: Boundary
  terminator?: string
  seals?: Seal[]
}

/** Input text that belongs to no channel. Never shown. Accounts for the rest of the input. */
export interface MarkupPart extends OfChoice {
  type: 'markup'
  text: string
  /**
   * `delimiter`: tags, headers, labels, terminators. `wrapper`: tokens around the answer. `service`: a service token. `whitespace`: trimmed beside a
   * delimiter, as configured. `dropped`: a user turn that the model invented, or junk between messages.
   */
  of: 'delimiter' | 'wrapper' | 'service' | 'whitespace' | 'dropped'
}

/** Provider content that we do not model: server tools, citations, images, audio, logprobs, unknown fields. */
export interface NativePart extends OfChoice {
  type: 'native'
  wire: string
  event: string
  item?: number
  /** The channel whose text the value repeats or may repeat (logprobs, a raw frame). A policy that hides that text hides the value, too. */
  channel?: Channel
  value: unknown
  seals?: Seal[]
}

/** Cumulative: the last part replaces earlier ones. */
export interface UsagePart extends OfChoice {
  type: 'usage'
  usage: Usage
}

/** An anomaly, and how it was handled. Metrics count these. */
export interface WarningPart extends OfChoice {
  type: 'warning'
  code: WarningCode
  message: string
  block?: number
  /** A short excerpt of the input, at most 64 UTF-16 units. Never reasoning text. */
  excerpt?: string
}

/** End of turn in a text format. Harmony: `return`, `call` (at once), and at the end of the stream `end` or `eof` for a turn that neither of them ended. */
export interface TurnEndPart extends OfChoice {
  type: 'turn-end'
  by: string
}

/** A failure inside a response that began well. Earlier parts still count. */
export interface ErrorPart extends OfChoice {
  type: 'error'
  error: { message: string; code?: string | number; status?: number; native?: unknown }
}

export interface FinishPart extends OfChoice {
  type: 'finish'
  reason: FinishReason
  /** The provider's own reason. */
  native?: string
  /** The stop sequence that ended the generation, if the provider reports it. */
  stopSequence?: string
  seals?: Seal[]
  /** Why a provider refused or withheld the answer, if it reports a reason. */
  refusal?: Refusal
}

export interface Refusal {
  /** The provider's own category: `cyber`, `SAFETY`. */
  category?: string
  /** A sentence or two for the reader, in the provider's words. */
  explanation?: string
}

/** The last part, emitted once. */
export interface EndPart {
  type: 'end'
  choice?: never
}

/** A typed piece of a stream. Consumers ignore unknown types, so that the list can grow. */
export type Part =
  | StartPart
  | BlockStartPart
  | DeltaPart
  | BlockEndPart
  | ToolCallStartPart
  | ToolCallDeltaPart
  | ToolCallEndPart
  | MarkupPart
  | NativePart
  | UsagePart
  | WarningPart
  | TurnEndPart
  | ErrorPart
  | FinishPart
  | EndPart

/** Shared empty result of a push, which avoids an allocation. Not frozen: V8 reads frozen arrays in a loop several times slower. */
export const noParts: readonly Part[] = []
