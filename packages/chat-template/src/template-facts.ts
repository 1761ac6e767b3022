import type { Scalar } from './jinja/survey.ts'

/** Where the output of a request begins. */
export type Start = 'reasoning' | 'answer'

/**
 * How a thought is set apart: by a pair of tags; by a message of its own (`<|think|>…<|end|>` and a new header); by a channel of
 * such a message (gpt-oss); by its recipient, as a call is (`to=self`); by a role of its own. `none`: the template knows no thought.
 */
export type Shape = 'tags' | 'message' | 'channel' | 'recipient' | 'role' | 'none'

export interface ThoughtPair {
  /** Empty: the model writes the closer alone. */
  open: string
  close: string
  /** Text behind the opener that is no reasoning, such as `thought\n`. */
  label?: string
  /** The header of the next message, where a thought is a message of its own: the model writes it behind the closer. */
  header?: string
  /** The switch that this pair belongs to, where it is not every thought's. */
  when?: Settings
}

/** Variables of the template, such as `{ enable_thinking: false }`. */
export type Settings = Readonly<Record<string, Scalar>>

export interface SwitchFact {
  name: string
  /** Values that make a difference, or that the template compares it with. */
  values: readonly Scalar[]
  /** The value that turns thinking on, and the one that turns it off. Absent: none does. */
  on?: Scalar
  off?: Scalar
  /** Whether the prompt without it is that of thinking on. */
  defaultOn?: boolean
}

/** A word in the conversation's text that switches thinking. */
export interface WordFact {
  word: string
  in: 'user' | 'system'
  thinking: boolean
}

/** Where output begins under one combination. Absent `start`: the template refuses it. */
export interface StartRow {
  settings: Settings
  afterResult: boolean
  word?: string
  in?: 'user' | 'system'
  start?: Start
  /** The prompt closes the thought, so that the model does not think. */
  closed?: true
}

export interface Reason {
  /** The fact's name. */
  fact: string
  /** Which rendering showed it. */
  because: string
}

/** Why there are no facts, or too few. `kind` is stable, `message` is not. */
export interface TemplateError {
  kind: 'syntax' | 'refused' | 'limit' | 'timeout' | 'memory' | 'crash'
  message: string
}

/** Starts with thinking on, off and unset. Absent: not known, or there is no such switch. */
export interface Starts {
  on?: Start
  off?: Start
  unset?: Start
}

/** What a chat template says of the output of its model. Plain JSON. */
export interface TemplateFacts {
  language: 'jinja' | 'go'
  shape: Shape
  /** The pairs of delimiters, the usual one first. */
  pairs: readonly ThoughtPair[]
  start: Starts & { afterResult: Starts }
  switches: readonly SwitchFact[]
  words: readonly WordFact[]
  /** The field or the part of a message that takes a thought of the history back; undefined: none. */
  history?: string
  /** Wrappers of the answer that the model writes. */
  answer: { open: readonly string[]; close: readonly string[] }
  tools: { openers: readonly string[]; closers: readonly string[] }
  /** What ends a turn of the assistant, in order. */
  endOfTurn: readonly string[]
  /** Tokens of the template that mean nothing to a reader. */
  serviceTokens: readonly string[]
  /** What this checkpoint adds to its delimiters: `6124c78e` of `<think:6124c78e>`. */
  suffix?: string
  /** The prompt's end, behind the last message, without switches. */
  prompt?: string
  /** Every combination that was rendered. */
  rows: readonly StartRow[]
  reasons: readonly Reason[]
  error?: TemplateError
}

export const noFacts = (language: TemplateFacts['language'], error?: TemplateError): TemplateFacts => ({
  language,
  shape: 'none',
  pairs: [],
  start: { afterResult: {} },
  switches: [],
  words: [],
  answer: { open: [], close: [] },
  tools: { openers: [], closers: [] },
  endOfTurn: [],
  serviceTokens: [],
  rows: [],
  reasons: [],
  ...(error !== undefined && { error }),
})
