import { closeDetector, endAnswer, endAnswerBlock, newLeakDetector, overlapOf, readAnswer } from './leak-detector.ts'
import type { LeakDetector, LeakDetectorOptions, LeakFinding } from './leak-detector.ts'
import { isLeak, type LeakCount } from '../ledger.ts'
import { endReasoning, readReasoning } from './reasoning-memory.ts'

/** Comparison of an answer with its reasoning. */
export interface LeakScore {
  /** Share of the answer's 8-word runs that also occur in the reasoning, 0 to 1. */
  score: number
  /** Counts by reason, without zeros. */
  leaks: LeakCount[]
}

/**
 * Compares a whole answer with its reasoning, as the guard does for streams.
 *
 * @param reasoning - All of it, or its blocks. The beginning of each block is searched in the answer.
 */
export function leakScore(reasoning: string | readonly string[], answer: string, options: LeakDetectorOptions = {}): LeakScore {
  const detector = newLeakDetector(options)
  if (typeof reasoning === 'string') rememberBlock(detector, reasoning)
  else for (const block of reasoning) rememberBlock(detector, block)
  const leaks: LeakCount[] = []
  count(readAnswer(detector, answer), leaks)
  count(endAnswerBlock(detector), leaks)
  count(endAnswer(detector), leaks)
  const score = overlapOf(detector)
  closeDetector(detector)
  return { score, leaks }
}

function rememberBlock({ memory }: LeakDetector, block: string): void {
  readReasoning(memory, block)
  endReasoning(memory)
}

function count(findings: readonly LeakFinding[], leaks: LeakCount[]): void {
  for (const { reason } of findings) {
    if (!isLeak(reason)) continue
    const known = leaks.find((one) => one.reason === reason)
    if (known === undefined) leaks.push({ reason, count: 1 })
    else known.count++
  }
}
