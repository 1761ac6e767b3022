import type { Channel, WarningCode } from '@reason/core'

/** What metrics call a leak, by what found it. */
export const leakReasons = {
  guard_block_final_token: 'answer-guarded',
  post_final_analysis: 'reasoning-after-answer',
  analysis_in_final: 'reasoning-in-answer',
  service_marker_in_final: 'service-token',
  mixed_channel_fragment: 'mixed-markup',
  prefix_reappeared: 'reasoning-repeated',
  ngram_overlap: 'reasoning-overlap',
} as const satisfies Record<string, WarningCode>

export type LeakReason = keyof typeof leakReasons

export interface LeakCount {
  reason: LeakReason
  count: number
}

/** What the policies of one generation did, all its choices together. */
export interface PolicyReport {
  /** The largest share of an answer's 8-word runs that also stand in its reasoning, 0 to 1. */
  leakScore: number
  /** Only the reasons that there were. */
  leaks: LeakCount[]
  /** Copies of repeated runs of words that were taken out, by channel. */
  suppressions: Record<Channel, number>
  /** Service tokens that were taken out, by channel. */
  serviceTokens: Record<Channel, number>
  /** Estimated tokens of reasoning beyond the cap: suppressed, or passed on as answer. */
  cappedTokens: number
  /** Blocks of reasoning that the visibility or the mode kept back. */
  hiddenBlocks: number
}

/** Where policies write down what they did. */
export interface Ledger {
  leak(reason: LeakReason): void
  score(score: number): void
  suppressed(channel: Channel): void
  serviceToken(channel: Channel): void
  capped(characters: number): void
  hidden(): void
  report(): PolicyReport
}

export function createLedger(): Ledger {
  let leaks: Map<LeakReason, number> | undefined
  const suppressions: Record<Channel, number> = { reasoning: 0, commentary: 0, answer: 0 }
  const serviceTokens: Record<Channel, number> = { reasoning: 0, commentary: 0, answer: 0 }
  let leakScore = 0
  let cappedCharacters = 0
  let hiddenBlocks = 0

  return {
    leak,
    score: (score) => void (leakScore = Math.max(leakScore, score)),
    suppressed: (channel) => void suppressions[channel]++,
    serviceToken(channel) {
      serviceTokens[channel]++
      if (channel === 'answer') leak('service_marker_in_final')
    },
    capped: (characters) => void (cappedCharacters += characters),
    hidden: () => void hiddenBlocks++,
    report: () => ({
      leakScore,
      leaks: [...(leaks ?? [])].map(([reason, count]) => ({ reason, count })),
      suppressions: { ...suppressions },
      serviceTokens: { ...serviceTokens },
      cappedTokens: Math.ceil(cappedCharacters / charactersPerToken),
      hiddenBlocks,
    }),
  }

  function leak(reason: LeakReason): void {
    leaks ??= new Map()
    leaks.set(reason, (leaks.get(reason) ?? 0) + 1)
  }
}

/** As `estimateTokens` of core counts. A constant, because a cap has to fall at the same character however the text is cut. */
export const charactersPerToken = 4
