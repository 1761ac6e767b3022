/** One thing that must hold for the whole repository. */
export interface Check {
  name: string
  /** The check whose work this one needs. When that fails, this one does not run. */
  after?: string
  run(): Promise<Outcome> | Outcome
}

export interface Outcome {
  /** What is wrong, where, and what to do. None: the check passes. */
  problems: string[]
  /** To be shown at the end, also when nothing is wrong. */
  table?: string
  /** Why nothing was examined here. The check passes, and the run shows the reason. */
  skipped?: string
}
