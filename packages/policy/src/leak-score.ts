import { createLeakDetector, type LeakDetector, type LeakDetectorOptions, type LeakFinding } from './leak-detector.ts'
import type { LeakCount } from './ledger.ts'

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
export function leakScore(reasoning: string | readonly string[], answer: string, options: LeakDetectorOptions = {}): LeakScore {
  const detector = detectorOf(options)
  if (typeof reasoning === 'string') remember(detector, reasoning)
  else for (const block of reasoning) remember(detector, block)
  const leaks: LeakCount[] = []
  count(detector.answer(answer), leaks)
  count(detector.endBlock(), leaks)
  count(detector.end(), leaks)
  const score = detector.score()
  detector.clear()
  return { score, leaks }
}

/** The last one: whoever compares many messages does so with the same options, and making one costs more than a short message. */
let used: { options: LeakDetectorOptions; detector: LeakDetector } | undefined

function detectorOf({ delimiters, threshold, minGrams }: LeakDetectorOptions): LeakDetector {
  if (
    used?.options.delimiters === delimiters &&
    used?.options.threshold === threshold &&
    used?.options.minGrams === minGrams &&
    used !== undefined
  )
    return used.detector
  const options = {
    ...(delimiters !== undefined && { delimiters }),
    ...(threshold !== undefined && { threshold }),
    ...(minGrams !== undefined && { minGrams }),
  }
  used = { options, detector: createLeakDetector(options) }
  return used.detector
}

function remember({ memory }: LeakDetector, block: string): void {
  memory.push(block)
  memory.end()
}

function count(findings: readonly LeakFinding[], leaks: LeakCount[]): void {
  for (const { reason } of findings) {
    const known = leaks.find((one) => one.reason === reason)
    if (known === undefined) leaks.push({ reason, count: 1 })
    else known.count++
  }
}
