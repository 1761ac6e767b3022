import type { Part } from '@reason/core'
import type { Count } from '@reason/core/parts'

/** Counts the reasoning of one generation by its parts, all choices and attempts together. */
export interface Meter {
  /** By attempts before this one. */
  earlier: Count | undefined
  characters: number
  /** Of the answer, by choice: reasoning after all, where a closer comes late. */
  answered: number[]
  /** By choice: a report without one counts all of them. Undefined: the first has reported all that was reported. */
  reports: number[] | undefined
  reported: number
  /** By reports, in the attempts before this one. */
  reportedEarlier: number
  /** This attempt has a report. */
  isReported: boolean
  /** Reasoning came after the last report, which so does not count it. */
  isBehind: boolean
  /** Of this attempt, reasoning was said to be, and not shown as it is. */
  hasHidden: boolean
  /** Of this attempt, reasoning was shown as it is. */
  hasShown: boolean
}

/** Most tokenizers, most languages. */
export const charactersPerToken = 4

export const createMeter = (): Meter => ({
  earlier: undefined,
  characters: 0,
  answered: [],
  reports: undefined,
  reported: 0,
  reportedEarlier: 0,
  isReported: false,
  isBehind: false,
  hasHidden: false,
  hasShown: false,
})

export function see(meter: Meter, part: Part): void {
  if (part.type === 'block-start') {
    if (part.channel !== 'reasoning') return
    if (part.kind === 'hidden' || part.kind === 'summary') meter.hasHidden = true
    else meter.hasShown = true
  } else if (part.type === 'delta') {
    if (part.inserted === true) return
    if (part.channel === 'answer') meter.answered[part.choice ?? 0] = (meter.answered[part.choice ?? 0] ?? 0) + part.text.length
    if (part.channel !== 'reasoning') return
    meter.characters += part.text.length
    meter.isBehind = true
  } else if (part.type === 'warning' && part.code === 'late-closer') {
    // The text was shown as the answer and was reasoning, so it counts.
    meter.characters += meter.answered[part.choice ?? 0] ?? 0
    meter.answered[part.choice ?? 0] = 0
    meter.isBehind = true
  } else if (part.type === 'usage') {
    const { reasoning } = part.usage
    if (reasoning?.source === 'reported') report(meter, part.choice ?? 0, reasoning.value)
  }
}

function report(meter: Meter, choice: number, value: number): void {
  if (choice > 0) meter.reports ??= [meter.reported]
  const before = meter.reports === undefined ? meter.reported : (meter.reports[choice] ?? 0)
  const sum = meter.reported + value - before
  // The report only repeats the total of earlier attempts, so the tokens of this attempt are still unreported.
  if (sum <= meter.reportedEarlier && meter.characters > 0) return
  meter.reported = sum
  if (meter.reports !== undefined) meter.reports[choice] = value
  meter.isReported = true
  meter.isBehind = false
}

/** While it runs: whatever is known, and at least what was streamed of it. */
export const running = (meter: Meter): number => (meter.earlier?.value ?? 0) + known(meter)

function known({ reported, reportedEarlier, characters }: Meter): number {
  return Math.max(reported - reportedEarlier, Math.ceil(characters / charactersPerToken))
}

function attempt(meter: Meter): Count {
  const { isReported, isBehind, reported, reportedEarlier } = meter
  if (isReported && !isBehind) return { value: Math.max(0, reported - reportedEarlier), source: 'reported' }
  return { value: known(meter), source: 'estimated' }
}

/**
 * Whether reasoning that is not counted yet may be hidden.
 *
 * @param isSaid - The app says so. Reasoning that was shown shows the opposite.
 */
export const mayHide = ({ isReported, hasHidden, hasShown }: Meter, isSaid: boolean): boolean =>
  !isReported && (hasHidden || (isSaid && !hasShown))

/** What to settle by: as reported, else by what was streamed. */
export function total(meter: Meter): Count {
  const now = attempt(meter)
  const { earlier } = meter
  if (earlier === undefined) return now
  const isReported = earlier.source === 'reported' && now.source === 'reported'
  return { value: earlier.value + now.value, source: isReported ? 'reported' : 'estimated' }
}

/**
 * What follows is another request for the same generation. Reports go on counting those before it, as core's `createAttempts` has it: they are
 * cumulative over the generation.
 */
export function nextAttempt(meter: Meter): void {
  meter.earlier = total(meter)
  meter.characters = 0
  meter.answered = []
  meter.reportedEarlier = meter.reported
  meter.isReported = false
  meter.isBehind = false
  meter.hasHidden = false
  meter.hasShown = false
}
