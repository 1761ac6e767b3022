/** A configuration that cannot be used. Its message lists every problem, each with where the value came from and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : `${problems.length} problems with the configuration:\n${problems.map((one) => `  - ${one}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/** The system's error for a failed file operation, without the call and the path: "ENOENT: no such file or directory". */
export const systemError = (error: unknown): string => (error as Error).message.replace(/, \w+(?: '.*')?$/s, '')
