import type { Part } from '@reason/core'
import type { Count } from '@reason/core/parts'

/** Counts the reasoning tokens of one generation from its parts, over all choices and attempts. */
export interface ReasoningMeter {
  /** Tokens of earlier attempts. */
  earlier: Count | undefined
  characters: number
  /** Characters of the answer by choice. They become reasoning if a closer comes late. */
  answered: number[]
  /** Reports by choice. A report without a choice counts all of them. Undefined while only the first choice has reported. */
  reports: number[] | undefined
  reported: number
  /** Tokens reported in earlier attempts. */
  reportedEarlier: number
  /** Whether this attempt has a report. */
  isReported: boolean
  /** Whether reasoning followed the last report, which does not count it. */
  isBehind: boolean
  /** Whether this attempt announced hidden or summarised reasoning. */
  hasHidden: boolean
  /** Reported tokens of output by choice, over all attempts, and those of earlier attempts. */
  outputs: number[]
  outputEarlier: number
  /** Length of the output beside hidden reasoning, in characters. */
  besideHidden: number
  /** Whether this attempt showed raw reasoning. */
  hasShown: boolean
}

/** Approximation for most tokenizers and languages. */
export const charactersPerToken = 4

export const createMeter = (): ReasoningMeter => ({
  earlier: undefined,
  characters: 0,
  answered: [],
  reports: undefined,
  reported: 0,
  reportedEarlier: 0,
  isReported: false,
  isBehind: false,
  hasHidden: false,
  outputs: [],
  outputEarlier: 0,
  besideHidden: 0,
  hasShown: false,
})

export function see(meter: ReasoningMeter, part: Part): void {
  if (part.type === 'block-start') {
    if (part.channel !== 'reasoning') return
    if (part.kind === 'hidden' || part.kind === 'summary') meter.hasHidden = true
    else meter.hasShown = true
  } else if (part.type === 'tool-call-delta') {
    if (meter.hasHidden) meter.besideHidden += part.text.length
  } else if (part.type === 'delta') {
    if (part.inserted === true) return
    if (meter.hasHidden && part.channel !== 'reasoning') meter.besideHidden += lengthOf(part.text)
    if (part.channel === 'answer') meter.answered[part.choice ?? 0] = (meter.answered[part.choice ?? 0] ?? 0) + part.text.length
    if (part.channel !== 'reasoning') return
    meter.characters += part.text.length
    meter.isBehind = true
  } else if (part.type === 'warning' && part.code === 'late-closer') {
    // The text was sent as the answer but is reasoning, so it counts.
    meter.characters += meter.answered[part.choice ?? 0] ?? 0
    meter.answered[part.choice ?? 0] = 0
    meter.isBehind = true
  } else if (part.type === 'usage') {
    const { output, reasoning } = part.usage
    if (output?.source === 'reported') meter.outputs[part.choice ?? 0] = output.value
    if (reasoning?.source === 'reported') report(meter, part.choice ?? 0, reasoning.value)
  }
}

function report(meter: ReasoningMeter, choice: number, value: number): void {
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

/** Tokens so far: the known count, but at least an estimate of the streamed text. */
export const running = (meter: ReasoningMeter): number => (meter.earlier?.value ?? 0) + known(meter)

function known(meter: ReasoningMeter): number {
  const { reported, reportedEarlier, characters } = meter
  return Math.max(reported - reportedEarlier, Math.ceil(characters / charactersPerToken), hidden(meter))
}

/** Tokens of hidden reasoning without a report of its own: the reported output without what is visible. */
function hidden({ hasHidden, hasShown, isReported, outputs, outputEarlier, besideHidden }: ReasoningMeter): number {
  if (!hasHidden || hasShown || isReported) return 0
  return sumOf(outputs) - outputEarlier - Math.ceil(besideHidden / charactersPerToken)
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Length of a text as if all of it were ASCII. In other scripts, a token may be a single character. */
const lengthOf = (text: string): number => text.length + (charactersPerToken - 1) * (text.match(other)?.length ?? 0)

const other = /[^\0-\x7f]/gu

function attempt(meter: ReasoningMeter): Count {
  const { isReported, isBehind, reported, reportedEarlier } = meter
  if (isReported && !isBehind) return { value: Math.max(0, reported - reportedEarlier), source: 'reported' }
  return { value: known(meter), source: 'estimated' }
}

/**
 * Whether the model may have hidden reasoning that is not counted yet.
 *
 * @param isSaid - Whether the application expects it. Reasoning that was shown disproves it.
 */
export const mayHide = ({ isReported, hasHidden, hasShown }: ReasoningMeter, isSaid: boolean): boolean =>
  !isReported && (hasHidden || (isSaid && !hasShown))

/** Tokens to settle: reported, or else estimated from the streamed text. */
export function total(meter: ReasoningMeter): Count {
  const now = attempt(meter)
  const { earlier } = meter
  if (earlier === undefined) return now
  const isReported = earlier.source === 'reported' && now.source === 'reported'
  return { value: earlier.value + now.value, source: isReported ? 'reported' : 'estimated' }
}

/** Starts another request of the same generation. Reports are cumulative over the generation, as in core's `createAttempts`. */
export function nextAttempt(meter: ReasoningMeter): void {
  meter.earlier = total(meter)
  meter.characters = 0
  meter.answered = []
  meter.reportedEarlier = meter.reported
  meter.isReported = false
  meter.isBehind = false
  meter.hasHidden = false
  meter.outputEarlier = sumOf(meter.outputs)
  meter.besideHidden = 0
  meter.hasShown = false
}
