import { createDelimiters, type Delimiters } from '@reason/core'
import type { Channel } from '@reason/core/parts'

/** A literal that means structure where it is parsed, and that has no business in an answer. */
export interface StructuralDelimiter {
  text: string
  /** What it opens or closes, where it belongs to a channel. */
  channel?: Channel
  /** It opens its channel, which each of these ends. */
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
 * Delimiters that stand almost only in the output of models that separate their reasoning. For callers that do not know the format.
 * An exact list without patterns: look-alikes are text.
 */
export const commonDelimiters: readonly StructuralDelimiter[] = [
  ...['think', 'thinking', 'seed:think'].flatMap((name) => reasoningPair(`<${name}>`, `</${name}>`)),
  ...reasoningPair('[THINK]', '[/THINK]'),
  ...reasoningPair('<|START_THINKING|>', '<|END_THINKING|>'),
  ...reasoningPair('<|channel>thought', '<channel|>'),
  // Whole headers, too: an answer that quotes one quotes all of it.
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

/** Whether people write it, too: a tag like those of HTML. */
export const isTag = (text: string): boolean => /^<\/?[a-z][\w:.-]*>$/i.test(text)

/** `</x>` of a `<x>`. */
const closerOf = (tag: string): string => `</${tag.slice(1)}`

/** Delimiters made ready to be looked for. */
export interface ReadyDelimiters {
  list: readonly StructuralDelimiter[]
  literals: Delimiters
  /** By spelling: what ends the reasoning that a delimiter opens. */
  closers: ReadonlyMap<string, readonly string[]>
}

const ready = new WeakMap<readonly (string | StructuralDelimiter)[], ReadyDelimiters>()

/** Made ready once for each list, as a message may be shorter than the list. */
export function readyDelimiters(delimiters: readonly (string | StructuralDelimiter)[]): ReadyDelimiters {
  let made = ready.get(delimiters)
  if (made === undefined) {
    const list = delimiters.map(delimiterOf)
    ready.set(delimiters, (made = { list, literals: createDelimiters(list.map(({ text }) => text)), closers: closersOf(list) }))
  }
  return made
}

/** Of tags that say nothing of it, those whose closing tag is listed are openers. */
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
