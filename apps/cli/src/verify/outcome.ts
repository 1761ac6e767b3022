export interface Problem {
  /** Failed field or rule. */
  what: string
  message?: string
  expected?: unknown
  got?: unknown
}

export type VerifyOutcome =
  | { status: 'passed' }
  | { status: 'failed'; problems: readonly Problem[] }
  | { status: 'skipped'; reason: string }

export interface Case {
  name: string
  check(): VerifyOutcome | Promise<VerifyOutcome>
}

export const outcomeOf = (problems: readonly Problem[]): VerifyOutcome =>
  problems.length === 0 ? { status: 'passed' } : { status: 'failed', problems }
