import { efforts, type Effort } from '@reason/core/conversation'

/** Reasoning tokens that are commonly spent at an effort: a scale of our own, for those who count in the other way. */
const scale: readonly [Effort, number][] = [
  ['minimal', 1024],
  ['low', 2048],
  ['medium', 8192],
  ['high', 16_384],
  ['xhigh', 24_576],
  ['max', 32_768],
]

/** Tokens for an effort. Of `none` there is no number that would mean it: it counts as `medium`. */
export const budgetFor = (effort: Effort): number => scale.find(([name]) => name === effort)?.[1] ?? 8192

/** Tokens for thinking in an output of so many, where more was asked for: a fifth is left, and no higher effort gets less than a lower one that fits. */
export const budgetWithin = (output: number): number =>
  Math.max(Math.floor(output * 0.8), ...scale.flatMap(([, tokens]) => (tokens < output ? [tokens] : [])))

/** The lowest effort whose tokens suffice. */
export const effortFor = (tokens: number): Effort => scale.find(([, most]) => tokens <= most)?.[0] ?? 'max'

/** The nearest of those that are offered; of two as near the lower one, which costs less. Undefined: none is offered. */
export function nearestEffort(wanted: Effort, offered: readonly Effort[]): Effort | undefined {
  const at = efforts.indexOf(wanted)
  const far = (effort: Effort) => Math.abs(efforts.indexOf(effort) - at)
  return offered.toSorted((one, other) => far(one) - far(other) || efforts.indexOf(one) - efforts.indexOf(other))[0]
}

export const isEffort = (value: unknown): value is Effort => (efforts as readonly unknown[]).includes(value)
