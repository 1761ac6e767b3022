/** What is wrong with one case. */
export interface Problem {
  /** What does not hold: a field, or a rule of the kit. */
  what: string
  message?: string
  expected?: unknown
  got?: unknown
}

export type Outcome = { status: 'passed' } | { status: 'failed'; problems: readonly Problem[] } | { status: 'skipped'; reason: string }

/** One thing that can be verified. */
export interface Case {
  name: string
  check(): Outcome | Promise<Outcome>
}

export const outcomeOf = (problems: readonly Problem[]): Outcome =>
  problems.length === 0 ? { status: 'passed' } : { status: 'failed', problems }
