import type { JsonValue, Splitter, StreamContext } from './splitter.ts'
import type { StartPlan } from './start/plan.ts'

/** The version of the contracts that this core speaks. */
export const SPEC_VERSION = 1

/** What an adapter can do. Absent means false, so that a new flag leaves existing adapters correct. */
export interface Capabilities {
  /** Parts come while text comes. */
  streaming?: boolean
  /** One message may hold several reasoning blocks. */
  multipleReasoningBlocks?: boolean
  /** Emits tool calls. */
  toolCalls?: boolean
  /** Emits the commentary channel. */
  commentary?: boolean
  /** Emits `turn-end`. */
  turnEnd?: boolean
  /** Every input character is in a delta, a tool call or a markup part, in order. */
  conservation?: boolean
  /** What was emitted on a channel never changes: true for all that stream. */
  monotone?: boolean
  /** Held text never exceeds the longest delimiter (the modes that must wait declare it absent). */
  boundedHold?: boolean
  /** Splits by the format's own structural tokens (preferred), by tags, or by a marker that a prompt asked for. */
  structuralTokens?: boolean
  tags?: boolean
  marker?: boolean
  /** Its answers bring seals that their provider wants back: of wire formats. */
  seals?: boolean
}

/**
 * What is known of the models whose names fit. Passports come from the adapters that are registered and from
 * configuration, which wins; core only merges them.
 */
export interface Passport {
  /** Name patterns: `*` stands for anything, case does not count. Matched against all spellings of a model's name. */
  models: readonly string[]
  /** Only for this provider. Absent: any. */
  provider?: string
  /** By adapter id: true speaks it, false does not. `native`: the wire has fields of its own for reasoning. */
  flags?: Readonly<Record<string, boolean>>
  /** Options for the adapter, by adapter id. */
  options?: Readonly<Record<string, JsonValue>>
  /** Tokens that may be left over in the text and mean nothing to a reader: exact spellings. */
  serviceTokens?: readonly string[]
  /** A row for everything that nothing else fits; counts only when asked for by name. */
  catchAll?: boolean
  /** Among passports of one source the higher one wins. Default 0. */
  priority?: number
  /** Where this is known from, for explanations. */
  source?: string
}

/** What is being asked when an adapter is looked for. */
export interface ModelQuery {
  model?: string
  provider?: string
}

/** An adapter's own verdict on a query, and why. */
export interface Match {
  verdict: 'yes' | 'no' | 'unknown'
  reason: string
}

/** Text that gives a format away when the model's name does not. */
export interface Signal {
  /** The delimiter. With `match`: one of its spellings, which all begin with the same character. */
  text: string
  /**
   * For a delimiter of many spellings. Pure.
   * @param final - No more text will come.
   * @returns Its length at this place, 0: none is here, -1: the text is too short to tell.
   */
  match?(text: string, at: number, final: boolean): number
  /** What seeing it first says about the text before it. A closing tag: it was reasoning. Default `answer`. */
  before?: 'reasoning' | 'answer'
  /** It counts only where nothing but whitespace stands before it. Default false. */
  leading?: boolean
  /** It counts only of a model that is known to write the format. Default false. */
  known?: boolean
}

/** A text format plugged into the registry. Data first; behaviour is made per stream. */
export interface TextAdapter {
  kind: 'text'
  /** Unique within a registry; kebab-case. */
  id: string
  specVersion: typeof SPEC_VERSION
  capabilities: Capabilities
  passports?: readonly Passport[]
  /** Delimiters by which an undecided stream recognises this format. */
  signals?: readonly Signal[]
  match?(query: ModelQuery): Match
  /** Where a text of this context begins, and what says so: for explanations. `createSplitter` acts on the same. */
  start?(context: StreamContext): Pick<StartPlan, 'start' | 'by' | 'maxHeldChars' | 'atLimit' | 'atStop' | 'atCut'>
  createSplitter(context?: StreamContext): Splitter
}
