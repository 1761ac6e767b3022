import type { WarningCode } from './warnings.ts'

/** Which of the three kinds of text a piece belongs to. */
export type Channel = 'reasoning' | 'commentary' | 'answer'

/**
 * What a block holds beyond its channel. Absent: ordinary text.
 * - `raw`, `summary`: the model's own reasoning, or a provider's digest of it (much shorter than what is billed).
 * - `hidden`: the model reasoned, and the provider shows nothing but a seal.
 * - `refusal`: answer text from a provider's refusal field.
 * - `tool-text`: a tool call that a tag splitter met, verbatim.
 */
export type BlockKind = 'raw' | 'summary' | 'hidden' | 'refusal' | 'tool-text'

/**
 * Why a block ended.
 * - `closer`: its delimiter came (`terminator` says which).
 * - `tool`: a tool call began.
 * - `orphan`: a closer without an opener turned the text before it into reasoning.
 * - `limit`: a bound of ours was reached (held text, a governor).
 * - `wire`: the provider's events ended it.
 * - `end-of-stream`: the stream ended inside it. For reasoning this means that it was never closed.
 */
export type Boundary = 'closer' | 'tool' | 'orphan' | 'limit' | 'wire' | 'end-of-stream'

/** Opaque value that only its issuer can read. It is sent back byte-exact, and to no other provider. */
export interface Seal {
  kind: 'signature' | 'encrypted' | 'redacted' | 'thought-signature'
  value: string
  issuer: { provider?: string; wire: string; model?: string; upstream?: string }
  /** The provider's id of the item that carried it. */
  item?: string
}

/** A number and how we know it: `implausible` was reported, but cannot be true (0 beside visible text, more than the whole). */
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
 * How a generation ended, in one vocabulary for all wires.
 * `reasoning-exhausted`: the whole output budget went into thinking and there is no answer.
 * `no-final`: the format promises a final message and none came.
 */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'tool-calls'
  | 'content-filter'
  | 'refusal'
  | 'error'
  | 'aborted'
  | 'no-final'
  | 'reasoning-exhausted'
  | 'unknown'

interface OfChoice {
  /** Index among several generations of one request. Absent: 0. */
  choice?: number
}

export interface StartPart extends OfChoice {
  type: 'start'
  id?: string
  model?: string
  /** Unix time in seconds, as the provider said it. */
  created?: number
  native?: unknown
}

export interface BlockStartPart extends OfChoice {
  type: 'block-start'
  /** Ours: counted from 0 within a choice, in wire order. */
  block: number
  channel: Channel
  kind?: BlockKind
  /** In a pipeline: the reader's block that this one was split from. */
  from?: number
}

export interface DeltaPart extends OfChoice {
  type: 'delta'
  block: number
  channel: Channel
  text: string
  /** The adapter was asked to put this text between blocks (`separator`); it is not in the input. */
  inserted?: true
}

export interface BlockEndPart extends OfChoice {
  type: 'block-end'
  block: number
  channel: Channel
  boundary: Boundary
  /** The delimiter that ended it, as it was written. */
  terminator?: string
  seals?: Seal[]
}

export interface ToolCallStartPart extends OfChoice {
  type: 'tool-call-start'
  /** Ours: counted from 0 within a choice. */
  call: number
  /** The provider's. Absent in text formats, which have none. */
  id?: string
  name: string
  /** Media or syntax of the arguments where the format names one (Harmony: `json`, `code`). */
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

/** Input text that belongs to no channel. Never shown: with it, nothing of the input is unaccounted for. */
export interface MarkupPart extends OfChoice {
  type: 'markup'
  text: string
  /**
   * `delimiter`: tags, headers, labels, terminators. `wrapper`: tokens around the answer. `service`: a service token.
   * `whitespace`: trimmed beside a delimiter, as configured. `dropped`: a user turn that the model made up, or junk between messages.
   */
  of: 'delimiter' | 'wrapper' | 'service' | 'whitespace' | 'dropped'
}

/** Something of the provider that we do not model: server tools, citations, images, audio, logprobs, unknown fields. */
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

/** Cumulative: the last one replaces those before it, never adds. */
export interface UsagePart extends OfChoice {
  type: 'usage'
  usage: Usage
}

/** An anomaly: what was odd, and what was done about it. Metrics count these. */
export interface WarningPart extends OfChoice {
  type: 'warning'
  code: WarningCode
  message: string
  block?: number
  /** A short excerpt of the input, at most 64 UTF-16 units. Never reasoning text. */
  excerpt?: string
}

/**
 * A text format's end of turn. Harmony: `return`, `call` (at once), and at the end of the stream `end` or `eof`
 * for a turn that neither of them ended.
 */
export interface TurnEndPart extends OfChoice {
  type: 'turn-end'
  by: string
}

/** A failure inside a response that had begun well. What came before it still counts. */
export interface ErrorPart extends OfChoice {
  type: 'error'
  error: { message: string; code?: string | number; status?: number; native?: unknown }
}

export interface FinishPart extends OfChoice {
  type: 'finish'
  reason: FinishReason
  /** The provider's own word. */
  native?: string
  /** The stop sequence at which it ended, where the provider says which. */
  stopSequence?: string
  seals?: Seal[]
  /** Why a provider refused, or withheld the answer, where it says so. */
  refusal?: Refusal
}

export interface Refusal {
  /** A word of the provider's own: `cyber`, `SAFETY`. */
  category?: string
  /** A sentence or two for the reader, in the provider's words. */
  explanation?: string
}

/** The last part, once. */
export interface EndPart {
  type: 'end'
  choice?: never
}

/** One typed piece of a stream. Consumers ignore types that they do not know, so that the list can grow. */
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

/** What a push that has nothing to say returns: shared, so that silence allocates nothing. */
export const noParts: readonly Part[] = Object.freeze([])
