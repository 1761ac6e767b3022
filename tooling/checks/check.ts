/** A rule that must hold for the whole repository. */
export interface Check {
  name: string
  /** Name of the check that must pass first. If it fails, this check does not run. */
  after?: string
  run(): Promise<Outcome> | Outcome
}

export interface Outcome {
  /** Messages with the fault, its place and the remedy. An empty list passes the check. */
  problems: string[]
  /** Text that the run prints at the end, also without problems. */
  table?: string
  /** Reason why the check examined nothing. The check passes, and the run prints the reason. */
  skipped?: string
}
