import { efforts, type Effort } from '@reason/core/conversation'

/** Typical number of reasoning tokens per effort. The scale is our own, for APIs that take one or the other. */
const scale: readonly [Effort, number][] = [
  ['minimal', 1024],
  ['low', 2048],
  ['medium', 8192],
  ['high', 16_384],
  ['xhigh', 24_576],
  ['max', 32_768],
]

/** Returns a token budget for an effort. No number means `none`, so it counts as `medium`. */
export const budgetFor = (effort: Effort): number => scale.find(([name]) => name === effort)?.[1] ?? 8192

/**
 * Returns a thinking budget that fits an output limit, if a larger one was requested. A fifth stays for the answer, and
 * a higher effort never gets less than a lower one that fits.
 */
export const budgetWithin = (output: number): number =>
  Math.max(Math.floor(output * 0.8), ...scale.flatMap(([, tokens]) => (tokens < output ? [tokens] : [])))

/** Returns the lowest effort whose tokens suffice. */
export const effortFor = (tokens: number): Effort => scale.find(([, most]) => tokens <= most)?.[0] ?? 'max'

/** Returns the nearest offered effort. Of two equally near, the lower one wins, as it costs less. Undefined if none is offered. */
export function nearestEffort(wanted: Effort, offered: readonly Effort[]): Effort | undefined {
  const at = efforts.indexOf(wanted)
  const far = (effort: Effort) => Math.abs(efforts.indexOf(effort) - at)
  return offered.toSorted((one, other) => far(one) - far(other) || efforts.indexOf(one) - efforts.indexOf(other))[0]
}

export const isEffort = (value: unknown): value is Effort => (efforts as readonly unknown[]).includes(value)
