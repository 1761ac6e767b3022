import type { TraceSummary } from '@reason/gateway-api'

/** How much had come at a time, from 0 to 1. */
export interface Progress {
  reasoning: number
  answer: number
}

/**
 * What had come after so many milliseconds. The store has when each phase began and ended; between these the pace is taken to be even.
 *
 * @param lengthMs - How long the whole generation took.
 */
export function progressAt({ timings }: Pick<TraceSummary, 'timings'>, lengthMs: number, ms: number): Progress {
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

/** So much of a text, and never half of a character. */
export function beginningOf(text: string, share: number): string {
  const end = Math.round(text.length * share)
  return /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? text.slice(0, end - 1) : text.slice(0, end)
}
