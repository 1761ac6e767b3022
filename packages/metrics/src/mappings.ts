import type { Channel, FinishReason } from '@reason/core/parts'
import type { KnownWarningCode } from '@reason/core/warnings'

/** What a label says for a value that has no place in its list. */
export const other = 'other'

/** A word of ours as a label value: Prometheus users write underscores. */
export const snake = (word: string): string => word.replaceAll('-', '_')

/** Which warning is which kind of leak. `service-token` counts only where the token stood in the answer. */
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

/** Text that came where its channel had no right to be. */
export const anomalyTypes = ['post_finalize_emission', 'analysis_token_emitted_as_delta', 'commentary_token_in_final'] as const

export type AnomalyType = (typeof anomalyTypes)[number]

/** Which warning is which kind of anomaly. */
export const anomalies = {
  'late-part': 'post_finalize_emission',
  'reasoning-after-answer': 'post_finalize_emission',
  'reasoning-in-answer': 'analysis_token_emitted_as_delta',
  'commentary-in-answer': 'commentary_token_in_final',
} as const satisfies Partial<Record<KnownWarningCode, AnomalyType>>

/** Text adapters of ours that may have let reasoning through. `native`: the wire had split it. `plain`: nothing was split. */
export const splitters = ['harmony', 'think-tags', 'marker', 'json-fields', 'native', 'plain'] as const

/** Warnings of the Harmony splitter that say that a header or a message was not well formed. */
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

/** How Harmony names our channels. */
export const harmonyChannels: Readonly<Record<Channel, string>> = { reasoning: 'analysis', commentary: 'commentary', answer: 'final' }

/** Efforts at which gpt-oss may well answer without analysis. */
export const lowEfforts: ReadonlySet<string> = new Set(['none', 'minimal', 'low'])

/** Why no structure was found, by what the warning `fallback` says of it; a test holds this against core's own words. */
export const fallbackReasons: readonly (readonly [words: string, reason: string])[] = [
  ['in time', 'timeout'],
  ['the text ended', 'end_of_text'],
  ['characters', 'window'],
]

/** Ends of a generation that cut something off. */
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

/** Warnings that say why there was no reasoning: the text had no structure to find it by. */
export const structureMissing: ReadonlySet<string> = new Set<KnownWarningCode>(['no-structure', 'fallback', 'marker-missing'])
