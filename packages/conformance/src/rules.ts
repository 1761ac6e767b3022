import type { TextAdapter } from '@reason/core'
import type { Capabilities } from '@reason/core/adapter'

/** Rules of the kit by name, with their demands. */
export const rules = {
  expected: 'A row gives what it says.',
  isolation: 'No character of a thought reaches a reader of the answer, whatever is known of the start.',
  signals: 'Signals are text that only the format writes; loading the adapter changes no text of other models.',
  'never-throws': 'No text and no cutting makes a splitter throw.',
  'chunk-invariance': 'Every cutting gives the same parts, once adjacent text is joined, and the same state.',
  conservation: 'Deltas that are not inserted, tool-call deltas and markup, in order, are the input.',
  flush: 'end() lets out everything that was held.',
  monotone: 'What a channel once had stays: later parts only append to it.',
  'bounded-hold': 'Held text never exceeds the longest delimiter, whitespace not counted.',
  'linear-work': 'Four times the text takes four times the work.',
  streaming: 'Text comes out before the stream is over.',
  'well-formed': 'Blocks and calls are numbered from 0, start before their text, keep their channel, and end once.',
  'no-empty-parts': 'No delta or markup is empty, and no answer block either.',
  surrogates: 'No surrogate pair of the input is cut in two, and inserted text has no half of one.',
  'part-types': 'Only blocks, deltas, tool calls, markup, warnings and turn ends; never usage, finish or end.',
  warnings: 'Warnings have a known code (or name/code), a message, and an excerpt of at most 64 units that shows no reasoning.',
  'declared-capabilities': 'Tool calls, commentary, turn ends and a second reasoning block come only from an adapter that declares them.',
  'silent-after-end': 'After end() nothing comes any more.',
  'stable-parts': 'A part does not change after it was handed out.',
  passes: 'Text of which passes() says that it comes out as it is does.',
  'independent-splitters': 'Two splitters of one adapter do not affect each other.',
  'empty-stream': 'A stream without text has no blocks, calls or markup.',
  manifest: 'Id, version, capabilities, signals and passports are what the contracts say.',
  decide: 'decide() settles what was undecided and breaks no other rule.',
} as const

export type RuleName = keyof typeof rules

export interface Skip {
  rule: RuleName
  reason: string
}

/** Rules that apply only to adapters which declare the capability. All others always apply. */
const byCapability: Partial<Record<RuleName, keyof Capabilities>> = {
  conservation: 'conservation',
  flush: 'conservation',
  monotone: 'monotone',
  'bounded-hold': 'boundedHold',
  streaming: 'streaming',
}

/** @param hold - Declared length of the longest delimiter, in characters. Undefined if the adapter declares none. */
export function skips(adapter: TextAdapter, hold: number | undefined): Skip[] {
  const skipped: Skip[] = []
  const capabilities = capabilitiesOf(adapter)
  for (const [rule, capability] of Object.entries(byCapability) as [RuleName, keyof Capabilities][]) {
    if (capabilities[capability] !== true) skipped.push({ rule, reason: `the adapter does not declare "${capability}"` })
  }
  if (skipped.some(({ rule }) => rule === 'bounded-hold')) return skipped
  if (capabilities.conservation !== true) {
    skipped.push({ rule: 'bounded-hold', reason: 'held text cannot be counted without "conservation"' })
  } else if (hold === undefined) {
    skipped.push({ rule: 'bounded-hold', reason: 'the adapter has no signals: give the option longestDelimiter' })
  }
  return skipped
}

/** Capabilities of an adapter. Without types, an adapter may have none, which the rule `manifest` reports. */
export const capabilitiesOf = (adapter: Partial<TextAdapter>): Capabilities => adapter.capabilities ?? {}
