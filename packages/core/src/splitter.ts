import type { Part } from './parts.ts'
import type { Origin } from './start/evidence.ts'

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/** Splits the text of one generation into parts. The text may be cut anywhere. Pure: no I/O, clock, log or global. */
export interface Splitter {
  /**
   * Takes the next piece of text, of any size, also empty.
   * @returns Parts that are decided now: blocks, deltas, tool calls, markup, warnings, `turn-end`. Never `usage`, `finish` or `end`.
   */
  push(text: string): readonly Part[]

  /**
   * Ends the text: releases held text and closes open blocks. Called once, with no push after it.
   * @param ending - Whether the model ended the text, or it was cut off. Default `complete`.
   */
  end(ending?: Ending): readonly Part[]

  /**
   * Decides held text. Only for splitters that hold text until they know its kind. `timeout`: the pipeline's clock ran out. `wire`: the wire continues
   * with another part, such as a call, before which the text was written. `limit`: rereading the held text would take long, so it is decided as at the
   * limit of held text. Does nothing if no text is held.
   */
  decide?(reason: Deciding): readonly Part[]

  /** Whether `decide('timeout')` would have an effect. */
  isUndecided?(): boolean

  /** Whether `push(text)` would return that text alone: one delta of the open block, with nothing held. Has no effect. Absent: never sure. */
  passes?(text: string): boolean

  /** Whether the next text is in code of the answer, where tokens of other formats are text. Absent: no. */
  isInCode?(): boolean

  /** After `end()`: the initial state for the next message of a tool loop (`StreamContext.state`). */
  state?(): JsonValue
}

/** Reason for deciding held text before its end. `field`: the wire continues with reasoning in a field, `wire`: with another part. */
export type Deciding = 'timeout' | 'field' | 'wire' | 'limit'

/**
 * How a text ended: by itself, by itself with calls beside it, at a stop sequence of the request (`stopped`), or cut off by a limit, an error or its reader.
 * A stop sequence may come in the middle of a thought.
 */
export type Ending = 'complete' | 'calls' | 'stopped' | 'cut'

/** Facts about a generation before its first character. All optional. An adapter reads the fields that it understands. */
export interface StreamContext {
  /** Name of the model, in any spelling (file, repository, tag). */
  model?: string
  /** Where the output begins. Overrides everything that an adapter would derive. `unknown`: hold text, bounded, until it is decided. */
  start?: 'reasoning' | 'answer' | 'unknown'
  /** The tail of the prompt that the model continues: a thought that the template opened, or the assistant text being continued. */
  prefill?: string
  /** Whether the request switched thinking on or off. */
  thinking?: boolean
  /** The prompt ends with the result of a tool. */
  afterToolResult?: boolean
  /** A grammar or JSON schema binds the output from its first token, so that no tag can stand there. */
  grammar?: boolean
  /** The wire already had reasoning in a separate field, so the text begins in the answer unless its content contradicts. */
  wireReasoning?: boolean
  /**
   * The wire has fields for reasoning, whether or not they contain any. So the model's usual start in reasoning does not apply to a text. Facts about this
   * very text (`prefill`, `state`, `options`) still count.
   */
  native?: boolean
  /**
   * The client may not see the reasoning, and could conceal where it is. So the request's hints about where the output begins are ignored where the model
   * may have done otherwise. A `grammar` counts, as a JSON grammar, if the text begins as JSON. A `prefill` counts if it opens a thought.
   */
  guarded?: boolean
  /** The request has stop sequences. Few servers say whether one of them ended the text. */
  stops?: boolean
  /**
   * The answer is sent in one piece, so held text delays no client. Together with `guarded`, a closing delimiter without an opening one outweighs every
   * other assumption about where the output begins.
   */
  whole?: boolean
  /**
   * Facts about the server that the text came from. Absent: the text is the model's own output, as with a file or a completion. Present: a server may have
   * split the text already, so its start is in doubt.
   */
  origin?: Origin
  /** Names of the tools that the request offered. */
  tools?: readonly string[]
  /** `Splitter.state()` of the previous message in a tool loop. */
  state?: JsonValue
  /** Options of the adapter for this model, from a passport. */
  options?: JsonValue
}
