import type { TemplateScalar } from './jinja/survey.ts'

/** Where the output of a request begins. */
export type TemplateStart = 'reasoning' | 'answer'

/**
 * How a template separates a thought: by a pair of tags, by a separate message (`<|think|>…<|end|>` and a new header), by a channel of such a message
 * (gpt-oss), by its recipient, like a call (`to=self`), or by a separate role. `none`: the template has no thoughts.
 */
export type ThoughtShape = 'tags' | 'message' | 'channel' | 'recipient' | 'role' | 'none'

export interface ThoughtPair {
  /** Empty: the model writes only the closer. */
  open: string
  close: string
  /** Text after the opener that is not reasoning, such as `thought\n`. */
  label?: string
  /** Header of the next message, if a thought is a separate message. The model writes it after the closer. */
  header?: string
  /** Settings under which this pair applies. Absent: always. */
  when?: TemplateVariables
}

/** Variables of the template, such as `{ enable_thinking: false }`. */
export type TemplateVariables = Readonly<Record<string, TemplateScalar>>

export interface SwitchFact {
  name: string
  /** Values that make a difference, or that the template compares the variable with. */
  values: readonly TemplateScalar[]
  /** Values that turn thinking on and off. Absent: no value does. */
  on?: TemplateScalar
  off?: TemplateScalar
  /** Whether the prompt without the variable equals the prompt with thinking on. */
  defaultOn?: boolean
}

/** A word in the conversation's text that switches thinking. */
export interface WordFact {
  word: string
  in: 'user' | 'system'
  thinking: boolean
}

/** Where the output begins with one combination of settings. Absent `start`: the template refuses it. */
export interface StartRow {
  settings: TemplateVariables
  afterResult: boolean
  word?: string
  in?: 'user' | 'system'
  start?: TemplateStart
  /** The prompt closes the thought, so the model does not think. */
  closed?: true
}

export interface Reason {
  fact: string
  /** The rendering that showed it. */
  because: string
}

/** Why facts are missing. `kind` is stable, `message` is not. */
export interface TemplateError {
  kind: 'syntax' | 'refused' | 'limit' | 'timeout' | 'memory' | 'crash'
  message: string
}

/** Starts with thinking on, off and unset. Absent: unknown, or no such switch. */
export interface Starts {
  on?: TemplateStart
  off?: TemplateStart
  unset?: TemplateStart
}

/** Facts about a model's output from its chat template. Plain JSON. */
export interface TemplateFacts {
  language: 'jinja' | 'go'
  shape: ThoughtShape
  /** Pairs of delimiters, the usual one first. */
  pairs: readonly ThoughtPair[]
  start: Starts & { afterResult: Starts }
  switches: readonly SwitchFact[]
  words: readonly WordFact[]
  /** Field or message part in which the history accepts a thought. Undefined: none. */
  history?: string
  /** Wrappers that the model writes around its answer. */
  answer: { open: readonly string[]; close: readonly string[] }
  tools: { openers: readonly string[]; closers: readonly string[] }
  /** Tokens that end a turn of the assistant, in order. */
  endOfTurn: readonly string[]
  /** Tokens of the template that mean nothing to a reader. */
  serviceTokens: readonly string[]
  /** Checkpoint-specific part of the delimiters: `6124c78e` of `<think:6124c78e>`. */
  suffix?: string
  /** End of the prompt after the last message, without switches. */
  prompt?: string
  /** All rendered combinations. */
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
