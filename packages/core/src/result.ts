import type { BlockKind, Boundary, Channel, Count, ErrorPart, FinishPart, NativePart, Seal, Usage, WarningPart } from './parts.ts'

/** A run of text on one channel. */
export interface Block {
  type: 'block'
  channel: Channel
  text: string
  /** Undefined while the block is open (`snapshot()` in mid-stream). */
  boundary?: Boundary
  terminator?: string
  kind?: BlockKind
  seals?: Seal[]
}

export interface ToolCall {
  type: 'tool-call'
  id?: string
  name: string
  /** The model's text, verbatim. */
  arguments: string
  contentType?: string
  boundary?: Boundary
  terminator?: string
  seals?: Seal[]
}

/** The model's output, in wire order. All other fields of a result are derived from the items. */
export type Item = Block | ToolCall | NativePart

export type Warning = Omit<WarningPart, 'type'>

export interface Stats {
  /** Tokens. The provider's count if it reports a plausible one, else an estimate from the text. */
  reasoningTokens: Count
  commentaryTokens: Count
  answerTokens: Count
  /** Share of reasoning in all three, 0 to 1. 0 if nothing was counted. */
  reasoningRatio: Count
}

/** Result of one generation, finished or (from `snapshot()`) so far. */
export interface Result {
  /** All reasoning blocks, joined without a separator. `''`: no reasoning. `null`: a policy withheld any reasoning. */
  reasoning: string | null
  commentary: string
  answer: string
  toolCalls: ToolCall[]
  items: Item[]
  usage?: Usage
  stats: Stats
  finish?: Omit<FinishPart, 'type' | 'choice'>
  /** End of turn in a text format (Harmony: `return`, `call`, `end`, `eof`). */
  stop?: string
  warnings: Warning[]
  errors: ErrorPart['error'][]
  /** False if the stream ended, or currently is, inside a reasoning block. */
  closed: boolean
  id?: string
  model?: string
  created?: number
}
