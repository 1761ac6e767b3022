import { createDelimiters, type Channel, type Delimiters } from '@reason/core'

/** A literal that means structure where it is parsed, and that has no business in an answer. */
export interface StructuralDelimiter {
  text: string
  /** What it opens or closes, where it belongs to a channel. */
  channel?: Channel
}

/**
 * Delimiters that hardly anybody writes but a model that separates its reasoning: for those who do not know the format. An exact list, no patterns:
 * look-alikes are text.
 */
export const commonDelimiters: readonly StructuralDelimiter[] = [
  ...['<think>', '</think>', '<thinking>', '</thinking>', '<|channel|>analysis', '[THINK]', '[/THINK]'].map(ofReasoning),
  ...['<|START_THINKING|>', '<|END_THINKING|>', '<|channel>thought', '<seed:think>', '</seed:think>'].map(ofReasoning),
  { text: '<|channel|>commentary', channel: 'commentary' },
  { text: '<|channel|>final', channel: 'answer' },
  { text: '<|START_RESPONSE|>', channel: 'answer' },
  { text: '<|END_RESPONSE|>', channel: 'answer' },
  ...['<|start|>assistant', '<|message|>', '<|channel|>', '<|end|>', '<|return|>', '<|call|>', '<|constrain|>'].map((text) => ({ text })),
]

function ofReasoning(text: string): StructuralDelimiter {
  return { text, channel: 'reasoning' }
}

const delimiterOf = (delimiter: string | StructuralDelimiter): StructuralDelimiter =>
  typeof delimiter === 'string' ? { text: delimiter, channel: 'reasoning' } : delimiter

/** Delimiters made ready to be looked for. */
export interface ReadyDelimiters {
  list: readonly StructuralDelimiter[]
  literals: Delimiters
}

const ready = new WeakMap<readonly (string | StructuralDelimiter)[], ReadyDelimiters>()

/** Made ready once for each list, as a message may be shorter than the list. */
export function readyDelimiters(delimiters: readonly (string | StructuralDelimiter)[]): ReadyDelimiters {
  let made = ready.get(delimiters)
  if (made === undefined) {
    const list = delimiters.map(delimiterOf)
    ready.set(delimiters, (made = { list, literals: createDelimiters(list.map(({ text }) => text)) }))
  }
  return made
}
