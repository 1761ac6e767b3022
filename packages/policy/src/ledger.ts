import type { Channel } from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'
import type { AnswerResidue } from './answer-residue.ts'

/** Names of leaks in metrics, with the warning code of each. */
export const leakReasons = {
  guard_block_final_token: 'answer-guarded',
  post_final_analysis: 'reasoning-after-answer',
  analysis_in_final: 'reasoning-in-answer',
  service_marker_in_final: 'service-token',
  mixed_channel_fragment: 'mixed-markup',
  prefix_reappeared: 'reasoning-repeated',
  ngram_overlap: 'reasoning-overlap',
} as const satisfies Record<string, WarningCode>

/** Name of a kind of leak in metrics. */
export type LeakReason = keyof typeof leakReasons

/** Codes of warnings that report reasoning, or its markup, in the answer. */
export const leakCodes: ReadonlySet<WarningCode> = new Set<WarningCode>([...Object.values(leakReasons), 'late-closer'])

/** Whether a finding is a leak. Markup of commentary is not reasoning. */
export const isLeak = (found: LeakReason | AnswerResidue): found is LeakReason => Object.hasOwn(leakReasons, found)

/** Number of leaks of one kind. */
export interface LeakCount {
  reason: LeakReason
  count: number
}

/** Counts of all policies of one generation, over all choices. */
export interface PolicyReport {
  /** The largest share of an answer's 8-word runs that also occur in its reasoning, 0 to 1. */
  leakScore: number
  /** Counts by reason, without zeros. */
  leaks: LeakCount[]
  /** Removed copies of repeated runs of words, by channel. */
  suppressions: Record<Channel, number>
  /** Removed service tokens, by channel. */
  serviceTokens: Record<Channel, number>
  /** Estimated reasoning tokens past the cap, suppressed or passed on as answer. */
  cappedTokens: number
  /** Reasoning blocks that the visibility or the mode hid. */
  hiddenBlocks: number
}

/** Counts that policies update. A record instead of closures, because each generation has one that mostly stays empty. */
export interface PolicyLedger {
  leakScore: number
  leaks: Map<LeakReason, number> | undefined
  readonly suppressions: Record<Channel, number>
  readonly serviceTokens: Record<Channel, number>
  cappedCharacters: number
  hiddenBlocks: number
}

export const newLedger = (): PolicyLedger => ({
  leakScore: 0,
  leaks: undefined,
  suppressions: { reasoning: 0, commentary: 0, answer: 0 },
  serviceTokens: { reasoning: 0, commentary: 0, answer: 0 },
  cappedCharacters: 0,
  hiddenBlocks: 0,
})

export function noteLeak(ledger: PolicyLedger, reason: LeakReason): void {
  ledger.leaks ??= new Map()
  ledger.leaks.set(reason, (ledger.leaks.get(reason) ?? 0) + 1)
}

export function noteScore(ledger: PolicyLedger, score: number): void {
  ledger.leakScore = Math.max(ledger.leakScore, score)
}

export function noteServiceToken(ledger: PolicyLedger, channel: Channel): void {
  ledger.serviceTokens[channel]++
  if (channel === 'answer') noteLeak(ledger, 'service_marker_in_final')
}

export const reportOf = ({
  leakScore,
  leaks,
  suppressions,
  serviceTokens,
  cappedCharacters,
  hiddenBlocks,
}: PolicyLedger): PolicyReport => ({
  leakScore,
  leaks: leaks === undefined ? [] : Array.from(leaks, ([reason, count]) => ({ reason, count })),
  suppressions: { ...suppressions },
  serviceTokens: { ...serviceTokens },
  cappedTokens: Math.ceil(cappedCharacters / charactersPerToken),
  hiddenBlocks,
})

/** The ratio that core's `estimateTokens` uses. A constant, because a cap has to cut at the same character however the text is chunked. */
export const charactersPerToken = 4
