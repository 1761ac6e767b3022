/** Bounds of one reading of a template. */
export interface Limits {
  /** Longest source, and longest text that rendering may build, in UTF-16 units. Integer, 1 or more. Default 400,000. */
  maxChars: number
  /** Most expressions and statements that all renderings together may evaluate. Integer, 1 or more. Default 2,000,000; heavy templates of today take 100,000. */
  maxSteps: number
}

export const defaultLimits: Limits = { maxChars: 400_000, maxSteps: 2_000_000 }

/** A template that needs more than its bounds: reading ends, as no other rendering would do better. */
export class LimitError extends Error {}
