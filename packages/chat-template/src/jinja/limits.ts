/** Bounds of one reading of a template. */
export interface Limits {
  /** Longest source, and longest text that rendering may build, in UTF-16 units. */
  maxChars: number
  /** Most expressions and statements that all renderings together may evaluate. */
  maxSteps: number
}

export const defaultLimits: Limits = { maxChars: 1_000_000, maxSteps: 10_000_000 }

/** A template that needs more than its bounds: reading ends, as no other rendering would do better. */
export class LimitError extends Error {}
