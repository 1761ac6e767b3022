import type { Channel, FinishReason } from '@reason/core/parts'
import type { KnownWarningCode } from '@reason/core/warnings'

/** Label value for anything outside the list. */
export const other = 'other'

/** Converts a word to a label value: Prometheus users expect underscores. */
export const snake = (word: string): string => word.replaceAll('-', '_')

/** Kinds of leaks by warning. `service-token` counts only if the token was in the answer. */
export const leakReasons = {
  'answer-guarded': 'guard_block_final_token',
  'late-closer': 'late_closer',
  'reasoning-after-answer': 'post_final_analysis',
  'reasoning-in-answer': 'analysis_in_final',
  'service-token': 'service_marker_in_final',
  'mixed-markup': 'mixed_channel_fragment',
  'reasoning-repeated': 'prefix_reappeared',
  'reasoning-overlap': 'ngram_overlap',
  'damaged-analysis': 'damaged_analysis_header',
} as const satisfies Partial<Record<KnownWarningCode, string>>

/** Kinds of misplaced text. */
export const anomalyTypes = ['post_finalize_emission', 'analysis_token_emitted_as_delta', 'commentary_token_in_final'] as const

export type AnomalyType = (typeof anomalyTypes)[number]

/** Kinds of anomalies by warning. */
export const anomalies = {
  'late-part': 'post_finalize_emission',
  'reasoning-after-answer': 'post_finalize_emission',
  'reasoning-in-answer': 'analysis_token_emitted_as_delta',
  'commentary-in-answer': 'commentary_token_in_final',
} as const satisfies Partial<Record<KnownWarningCode, AnomalyType>>

/** Adapters that may have let reasoning through. `native`: the provider split the text. `plain`: no splitter was used. */
export const splitters = ['harmony', 'think-tags', 'marker', 'json-fields', 'native', 'plain'] as const

/** Warnings of the Harmony splitter about malformed headers or messages. */
export const harmonyErrors: ReadonlySet<string> = new Set<KnownWarningCode>([
  'unlabelled-text',
  'header-without-message',
  'implicit-start',
  'loose-text',
  'stray-token',
  'damaged-token',
  'damaged-analysis',
  'duplicate-channel',
  'repeated-recipient',
  'unknown-channel',
  'channel-in-role',
  'missing-channel',
  'odd-content-type',
  'unterminated-message',
  'cut-header',
  'foreign-role',
  'odd-terminator',
  'resolved-tool',
])

/** Harmony's names of our channels. */
export const harmonyChannels: Readonly<Record<Channel, string>> = { reasoning: 'analysis', commentary: 'commentary', answer: 'final' }

/** Efforts at which gpt-oss may answer without analysis. */
export const lowEfforts: ReadonlySet<string> = new Set(['none', 'minimal', 'low'])

/** Reasons for missing structure, by phrases in the warning `fallback`. A test compares them with core's messages. */
export const fallbackReasons: readonly (readonly [words: string, reason: string])[] = [
  ['in time', 'timeout'],
  ['the text ended', 'end_of_text'],
  ['characters', 'window'],
]

/** Finish reasons that mean truncation. */
export const truncations: ReadonlySet<FinishReason> = new Set<FinishReason>([
  'length',
  'reasoning-exhausted',
  'aborted',
  'no-final',
  'error',
  'content-filter',
])

/** Finish reasons of incomplete generations, which cannot count as having no reasoning. */
export const brokenOff: ReadonlySet<FinishReason> = new Set<FinishReason>(['aborted', 'error', 'content-filter', 'refusal', 'unknown'])

/** Warnings about text without structure, which explain missing reasoning. */
export const structureMissing: ReadonlySet<string> = new Set<KnownWarningCode>(['no-structure', 'fallback', 'marker-missing'])
