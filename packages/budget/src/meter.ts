import type { Count, Part } from '@reason/core'

/** Counts the reasoning of one generation by its parts, all choices and attempts together. */
export interface Meter {
  see(part: Part): void
  /** While it runs: whatever is known, and at least what was streamed of it. */
  running(): number
  /** What to settle by: as reported, else by what was streamed. */
  total(): Count
  /**
   * What follows is another request for the same generation. Reports go on counting those before it, as core's `createAttempts` has it: they are
   * cumulative over the generation.
   */
  nextAttempt(): void
}

/** Most tokenizers, most languages. */
export const charactersPerToken = 4

export function createMeter(): Meter {
  let earlier: Count | undefined
  let characters = 0
  /** By choice: a report without one counts all of them. */
  const reports: number[] = []
  let reported = 0
  /** By reports, in the attempts before this one. */
  let reportedEarlier = 0
  /** This attempt has a report. */
  let isReported = false
  /** Reasoning came after the last report, which so does not count it. */
  let isBehind = false

  return { see, running: () => (earlier?.value ?? 0) + known(), total, nextAttempt }

  function see(part: Part): void {
    if (part.type === 'delta') {
      if (part.channel !== 'reasoning' || part.inserted === true) return
      characters += part.text.length
      isBehind = true
    } else if (part.type === 'usage') {
      const { reasoning } = part.usage
      if (reasoning?.source !== 'reported') return
      const choice = part.choice ?? 0
      const sum = reported + reasoning.value - (reports[choice] ?? 0)
      // Only what earlier attempts reported, once more: of this one nobody has said anything.
      if (sum <= reportedEarlier && characters > 0) return
      reported = sum
      reports[choice] = reasoning.value
      isReported = true
      isBehind = false
    }
  }

  function known(): number {
    return Math.max(reported - reportedEarlier, Math.ceil(characters / charactersPerToken))
  }

  function attempt(): Count {
    if (isReported && !isBehind) return { value: Math.max(0, reported - reportedEarlier), source: 'reported' }
    return { value: known(), source: 'estimated' }
  }

  function total(): Count {
    const now = attempt()
    if (earlier === undefined) return now
    const isReported = earlier.source === 'reported' && now.source === 'reported'
    return { value: earlier.value + now.value, source: isReported ? 'reported' : 'estimated' }
  }

  function nextAttempt(): void {
    earlier = total()
    characters = 0
    reportedEarlier = reported
    isReported = false
    isBehind = false
  }
}
