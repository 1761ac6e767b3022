import type { Part } from './parts.ts'
import type { Origin } from './start/evidence.ts'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** Turns the text of one generation into parts, however the text is cut. Pure: no I/O, clock, log or global. */
export interface Splitter {
  /**
   * Takes the next piece of text, of any size, also empty.
   * @returns What is now decided: blocks, deltas, tool calls, markup, warnings, `turn-end`. Never `usage`, `finish` or `end`.
   */
  push(text: string): readonly Part[]

  /**
   * The text is over: releases what was held and closes what is open. To be called once; nothing may be pushed after it.
   * @param ending - Whether the model ended it, or something cut it off. Default `complete`.
   */
  end(ending?: Ending): readonly Part[]

  /**
   * Only splitters that hold text until they know its kind. `timeout`: the pipeline's clock has run out. `wire`: the wire goes on with something
   * else, a call for one, before which the text was written. `limit`: what is held would take long to read again, so that it is decided as at
   * the limit of held text. Where nothing is held, it does nothing.
   */
  decide?(reason: Deciding): readonly Part[]

  /** True while `decide('timeout')` would have something to do. */
  isUndecided?(): boolean

  /**
   * Whether `push(text)` would give that text back and nothing else: one delta of the block that is open, nothing held. Only asks. Absent: never
   * sure.
   */
  passes?(text: string): boolean

  /** Whether the text that comes next stands in code of the answer, where tokens of other formats are text. Absent: no. */
  isInCode?(): boolean

  /** After `end()`: what the next message of a tool loop starts from (`StreamContext.state`). */
  state?(): JsonValue
}

/** Why held text is decided before its end. */
export type Deciding = 'timeout' | 'wire' | 'limit'

/** How a text ended: by itself, by itself with calls beside it, or cut off by a limit, an error or its reader. */
export type Ending = 'complete' | 'calls' | 'cut'

/** What is known about a generation before its first character. All optional; an adapter reads what it understands. */
export interface StreamContext {
  /** Name of the model, in any spelling (file, repository, tag). */
  model?: string
  /**
   * Where the output begins. Wins over everything an adapter would derive.
   * `unknown`: hold text, bounded, until it is decided.
   */
  start?: 'reasoning' | 'answer' | 'unknown'
  /** The tail of the prompt that the model continues: what the template opened, or the assistant text being continued. */
  prefill?: string
  /** Whether the request switched thinking on or off. */
  thinking?: boolean
  /** The prompt ends with the result of a tool. */
  afterToolResult?: boolean
  /** A grammar or JSON schema binds the output from its first token, so that no tag can stand there. */
  grammar?: boolean
  /** The wire has brought reasoning in a field of its own, so the text begins in the answer unless it says otherwise. */
  wireReasoning?: boolean
  /**
   * The wire has fields of its own for reasoning, whether or not it brings some: a text does not begin in reasoning only because texts of the
   * model do elsewhere. What is known of this one (`prefill`, `state`, `options`) still counts.
   */
  native?: boolean
  /**
   * Who asked may not see the reasoning, and could hide from us where it is: what the request says of where the output begins is not taken where the
   * model may have done otherwise. A `grammar` counts, as one for JSON, where the text begins as JSON; a `prefill` where it opens a thought.
   */
  guarded?: boolean
  /**
   * The answer is sent in one piece, so held text delays no client. Together with `guarded`, a closing delimiter without an opening one
   * outweighs every other assumption about where the output begins.
   */
  whole?: boolean
  /**
   * What is known of the server that the text came from. Absent: the text is the model's own, as with a file or a completion. Present: a server may
   * have split it already, so that where it begins is in doubt.
   */
  origin?: Origin
  /** Names of the tools that the request offered. */
  tools?: readonly string[]
  /** `Splitter.state()` of the message before, in a tool loop. */
  state?: JsonValue
  /** Options of the adapter for this model, from a passport. */
  options?: JsonValue
}
