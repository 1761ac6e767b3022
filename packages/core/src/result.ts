import type { BlockKind, Boundary, Channel, Count, ErrorPart, FinishPart, NativePart, Seal, Usage, WarningPart } from './parts.ts'

/** A run of text on one channel. */
export interface Block {
  type: 'block'
  channel: Channel
  text: string
  /** Undefined while it is still open (`snapshot()` in mid-stream). */
  boundary?: Boundary
  terminator?: string
  kind?: BlockKind
  seals?: Seal[]
}

export interface ToolCall {
  type: 'tool-call'
  id?: string
  name: string
  /** Verbatim, whatever the model wrote. */
  arguments: string
  contentType?: string
  boundary?: Boundary
  terminator?: string
  seals?: Seal[]
}

/** What the model did, in wire order. Everything else of a result is a view of it. */
export type Item = Block | ToolCall | NativePart

export type Warning = Omit<WarningPart, 'type'>

export interface Stats {
  /** Tokens. Reported by the provider where it did and the number can be true, else estimated from the text. */
  reasoningTokens: Count
  commentaryTokens: Count
  answerTokens: Count
  /** Reasoning among all three, 0 to 1; 0 when nothing was counted. */
  reasoningRatio: Count
}

/** One finished generation (or, from `snapshot()`, what there is of it). */
export interface Result {
  /** All reasoning, blocks joined with nothing. `''`: there was none. `null`: there may have been, and a policy withheld it. */
  reasoning: string | null
  commentary: string
  answer: string
  toolCalls: ToolCall[]
  items: Item[]
  usage?: Usage
  stats: Stats
  finish?: Omit<FinishPart, 'type' | 'choice'>
  /** How a text format's turn ended (Harmony: `return`, `call`, `end`, `eof`). */
  stop?: string
  warnings: Warning[]
  errors: ErrorPart['error'][]
  /** False when the stream ended, or has come so far, inside a reasoning block. */
  closed: boolean
  id?: string
  model?: string
  created?: number
}
