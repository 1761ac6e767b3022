import { createDelimiters, type Delimiters } from '@reason/core'
import type { Channel } from '@reason/core/parts'

/** A literal that is structure in a format, and does not belong in an answer. */
export interface StructuralDelimiter {
  text: string
  /** The channel that the literal opens or closes, if any. */
  channel?: Channel
  /** Present if the literal opens its channel: literals of which each one ends it. */
  closers?: readonly string[]
}

const endsOfAnalysis = [
  '<|end|>',
  '<|return|>',
  '<|channel|>final',
  '<|channel|>final<|message|>',
  '<|start|>assistant<|channel|>final<|message|>',
]

/**
 * Delimiters that occur almost only in the output of models that separate their reasoning. For callers that do not know the format. An exact list
 * without patterns: look-alikes are text.
 */
export const commonDelimiters: readonly StructuralDelimiter[] = [
  ...['think', 'thinking', 'seed:think'].flatMap((name) => reasoningPair(`<${name}>`, `</${name}>`)),
  ...reasoningPair('[THINK]', '[/THINK]'),
  ...reasoningPair('<|START_THINKING|>', '<|END_THINKING|>'),
  ...reasoningPair('<|channel>thought', '<channel|>'),
  // Includes whole headers, because an answer that quotes a header quotes all of it.
  ...[
    ['', ''],
    ['', '<|message|>'],
    ['<|start|>assistant', '<|message|>'],
  ].flatMap(([start, end]): StructuralDelimiter[] => [
    { text: `${start}<|channel|>analysis${end}`, channel: 'reasoning', closers: endsOfAnalysis },
    { text: `${start}<|channel|>commentary${end}`, channel: 'commentary' },
    { text: `${start}<|channel|>final${end}`, channel: 'answer' },
  ]),
  { text: '<|START_RESPONSE|>', channel: 'answer' },
  { text: '<|END_RESPONSE|>', channel: 'answer' },
  ...['<|start|>assistant', '<|message|>', '<|channel|>', '<|end|>', '<|return|>', '<|call|>', '<|constrain|>'].map((text) => ({ text })),
]

function reasoningPair(opener: string, closer: string): StructuralDelimiter[] {
  return [
    { text: opener, channel: 'reasoning', closers: [closer] },
    { text: closer, channel: 'reasoning' },
  ]
}

const delimiterOf = (delimiter: string | StructuralDelimiter): StructuralDelimiter =>
  typeof delimiter === 'string' ? { text: delimiter, channel: 'reasoning' } : delimiter

/** Whether the literal is a tag like those of HTML, which people write, too. */
export const isTag = (text: string): boolean => /^<\/?[a-z][\w:.-]*>$/i.test(text)

/** Returns `</x>` for `<x>`. */
const closerOf = (tag: string): string => `</${tag.slice(1)}`

/** Delimiters prepared for a search. */
export interface ReadyDelimiters {
  list: readonly StructuralDelimiter[]
  literals: Delimiters
  /** By spelling of an opener: literals that end its reasoning. */
  closers: ReadonlyMap<string, readonly string[]>
}

const ready = new WeakMap<readonly (string | StructuralDelimiter)[], ReadyDelimiters>()

/** Prepares a list once, because a message may be shorter than the list. */
export function readyDelimiters(delimiters: readonly (string | StructuralDelimiter)[]): ReadyDelimiters {
  let made = ready.get(delimiters)
  if (made === undefined) {
    const list = delimiters.map(delimiterOf)
    ready.set(delimiters, (made = { list, literals: createDelimiters(list.map(({ text }) => text)), closers: closersOf(list) }))
  }
  return made
}

/** Finds the closers of openers. A tag without `closers` is an opener if its closing tag is in the list. */
function closersOf(list: readonly StructuralDelimiter[]): Map<string, readonly string[]> {
  const known = new Set(list.map(({ text }) => text))
  const closers = new Map<string, readonly string[]>()
  for (const { text, channel, closers: own } of list) {
    if (channel !== 'reasoning') continue
    if (own !== undefined) closers.set(text, own)
    else if (isTag(text) && known.has(closerOf(text))) closers.set(text, [closerOf(text)])
  }
  return closers
}
