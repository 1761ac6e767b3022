import type { LeakCount, LeakReason } from './ledger.ts'
import { createLeakDetector, type LeakDetectorOptions } from './leak-detector.ts'

export interface LeakScore {
  /** Share of the answer's 8-word runs that also stand in the reasoning, 0 to 1. */
  score: number
  /** Only the reasons that there were. */
  leaks: LeakCount[]
}

/**
 * Compares an answer with its reasoning: what the guard does while they stream, fed once.
 *
 * @param reasoning - All of it, or its blocks: the beginning of each is looked for.
 */
export function leakScore(reasoning: string | readonly string[], answer: string, options?: LeakDetectorOptions): LeakScore {
  const detector = createLeakDetector(options)
  for (const block of typeof reasoning === 'string' ? [reasoning] : reasoning) {
    detector.memory.push(block)
    detector.memory.end()
  }
  const counts = new Map<LeakReason, number>()
  for (const { reason } of [...detector.answer(answer), ...detector.endBlock(), ...detector.end()])
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return { score: detector.score(), leaks: [...counts].map(([reason, count]) => ({ reason, count })) }
}
