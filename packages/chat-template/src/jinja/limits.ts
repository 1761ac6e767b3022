export interface TemplateLimits {
  /** Limit of the source and of rendered text, in UTF-16 units. Integer, 1 or more. Default 400,000. */
  maxChars: number
  /** Limit of evaluated expressions and statements in all renderings together. Integer, 1 or more. Default 2,000,000. Today's heavy templates take 100,000. */
  maxSteps: number
}

export const defaultLimits: TemplateLimits = { maxChars: 400_000, maxSteps: 2_000_000 }

/** Thrown if a template exceeds its limits. Ends the reading, because no other rendering would succeed. */
export class LimitError extends Error {}
