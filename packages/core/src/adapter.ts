import type { JsonValue, Splitter, StreamContext } from './splitter.ts'
import type { StartPlan } from './start/plan.ts'

/** Version of the contracts that this core supports. */
export const SPEC_VERSION = 1

/** Abilities of an adapter. Absent means false, so that a new flag leaves existing adapters correct. */
export interface Capabilities {
  /** Emits parts while text arrives. */
  streaming?: boolean
  /** A message may contain several reasoning blocks. */
  multipleReasoningBlocks?: boolean
  /** Emits tool calls. */
  toolCalls?: boolean
  /** Emits the commentary channel. */
  commentary?: boolean
  /** Emits `turn-end`. */
  turnEnd?: boolean
  /** Emits every input character, in order, in a delta, a tool call or a markup part. */
  conservation?: boolean
  /** Never changes text that was emitted on a channel. True for all adapters that stream. */
  monotone?: boolean
  /** Held text never exceeds the longest delimiter. Absent for modes that must wait. */
  boundedHold?: boolean
  /** How the adapter splits: by the format's own structural tokens (preferred), by tags, or by a marker that a prompt requested. */
  structuralTokens?: boolean
  tags?: boolean
  marker?: boolean
  /** For wire formats: answers carry seals that the provider expects back. */
  seals?: boolean
}

/**
 * Facts about the models whose names match. Passports come from registered adapters and from configuration. Configuration wins. Core only merges them.
 */
export interface Passport {
  /** Name patterns, matched against all spellings of a model's name. `*` matches any text. Case is ignored. */
  models: readonly string[]
  /** Restricts the passport to this provider. Absent: any provider. */
  provider?: string
  /** Flags by adapter id: true if the model writes that format, false if not. `native`: the wire has separate fields for reasoning. */
  flags?: Readonly<Record<string, boolean>>
  /** Options for the adapter, by adapter id. */
  options?: Readonly<Record<string, JsonValue>>
  /** Exact spellings of tokens that may be left over in the text and mean nothing to a reader. */
  serviceTokens?: readonly string[]
  /** Fallback row for names that match no other row. Applies only if an adapter is requested by id. */
  catchAll?: boolean
  /** Precedence among passports of one source: the higher value wins. Default 0. */
  priority?: number
  /** Origin of these facts, for explanations. */
  source?: string
}

/** Model and provider for which an adapter is looked up. */
export interface ModelQuery {
  model?: string | undefined
  provider?: string | undefined
}

/** An adapter's own verdict on a query, with its reason. */
export interface Match {
  verdict: 'yes' | 'no' | 'unknown'
  reason: string
}

/** Text that identifies a format if the model's name does not. */
export interface Signal {
  /** The delimiter. With `match`: one of its spellings, which all begin with the same character. */
  text: string
  /**
   * Recognises a delimiter with many spellings. Pure.
   * @param final - No more text will come.
   * @returns Length of the delimiter at this place. 0: no delimiter. -1: the text is too short to decide.
   */
  match?(text: string, at: number, final: boolean): number
  /** Channel of the text before the delimiter, if the delimiter comes first. A closing tag means `reasoning`. Default `answer`. */
  before?: 'reasoning' | 'answer'
  /** Applies only if nothing but whitespace precedes it. Default false. */
  leading?: boolean
  /** Applies only to a model that is known to write the format. Default false. */
  known?: boolean
}

/** A text format that the registry can use. Mostly data. Behaviour is created per stream. */
export interface TextAdapter {
  kind: 'text'
  /** Unique within a registry, in kebab-case. */
  id: string
  specVersion: typeof SPEC_VERSION
  capabilities: Capabilities
  passports?: readonly Passport[]
  /** Delimiters by which an undecided stream recognises this format. */
  signals?: readonly Signal[]
  match?(query: ModelQuery): Match
  /** Explains where a text with this context begins, and by which evidence. `createSplitter` decides the same way. */
  start?(context: StreamContext): Pick<StartPlan, 'start' | 'by' | 'maxHeldChars' | 'atLimit' | 'atStop' | 'atCut'>
  createSplitter(context?: StreamContext): Splitter
}
