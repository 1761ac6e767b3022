import type { Spelling } from '@reason/conformance'
import type { TextAdapter } from '@reason/core'

/** A thought and an answer as gpt-oss writes them, after its usual prompt. */
export const spelling: Spelling = {
  open: '<|channel|>analysis<|message|>',
  close: '<|end|><|start|>assistant<|channel|>final<|message|>',
  end: '<|return|>',
  prompt: '<|start|>assistant<|channel|>analysis<|message|>',
  call: '<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"x":1}<|call|>',
}

/** A thought and an answer after the server has stripped the tokens. */
export const stripped: Spelling = { open: 'analysis', close: 'assistantfinal', prompt: spelling.prompt! }

/**
 * The adapter's delimiters, with one of the quotation marks that may follow a header. `deviations.test.ts` has them all, which takes four times as long.
 */
export const oneQuoteOf = ({ signals = [] }: TextAdapter): string[] =>
  signals.map(({ text }) => text).filter((text) => !/<\|message\|>[^`]$/.test(text))
