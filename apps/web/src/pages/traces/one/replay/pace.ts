import type { TraceSummary } from '@reason/gateway-api'

/** Shares received at a time, from 0 to 1. */
export interface ReplayProgress {
  reasoning: number
  answer: number
}

/**
 * Shares received after some milliseconds. The store has the start and end of each phase. Between them, the pace is assumed to be even.
 *
 * @param lengthMs - Duration of the whole generation.
 */
export function progressAt({ timings }: Pick<TraceSummary, 'timings'>, lengthMs: number, ms: number): ReplayProgress {
  const { firstReasoningMs, reasoningMs = 0, firstAnswerMs } = timings
  return {
    reasoning: firstReasoningMs === undefined ? 0 : share(ms, firstReasoningMs, firstReasoningMs + reasoningMs),
    answer: firstAnswerMs === undefined ? 0 : share(ms, firstAnswerMs, lengthMs),
  }
}

function share(ms: number, from: number, to: number): number {
  if (ms < from) return 0
  return to <= from ? 1 : Math.min(1, (ms - from) / (to - from))
}

/** Beginning of a text, as a share of its length. Never cuts a surrogate pair. */
export function beginningOf(text: string, share: number): string {
  const end = Math.round(text.length * share)
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? text.slice(0, end - 1) : text.slice(0, end)
}
