/** A problem of a case. */
export interface Problem {
  /** Failed field or rule. */
  what: string
  message?: string
  expected?: unknown
  got?: unknown
}

export type Outcome = { status: 'passed' } | { status: 'failed'; problems: readonly Problem[] } | { status: 'skipped'; reason: string }

/** A case to verify. */
export interface Case {
  name: string
  check(): Outcome | Promise<Outcome>
}

export const outcomeOf = (problems: readonly Problem[]): Outcome =>
  problems.length === 0 ? { status: 'passed' } : { status: 'failed', problems }
