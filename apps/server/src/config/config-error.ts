import { existsSync, statSync } from 'node:fs'

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

/**
 * Returns the path of a file, or of nothing yet. Opening a named pipe would wait for its writer forever, and reading a device may never end.
 *
 * @throws {ConfigError} for a pipe, a socket or a device. Reading a folder fails at once, so a folder passes. So does the pipe of a shell's
 *   `<(command)`, which has a writer.
 */
export function regularFile(path: string): string {
  // The reader of the file reports that it is missing or not accessible.
  if (!existsSync(path)) return path
  const found = statSync(path)
  if (found.isFile() || found.isDirectory() || (found.isFIFO() && path.startsWith('/dev/fd/'))) return path
  throw new ConfigError([`${path} is a named pipe, a socket or a device, but must be a regular file. Move it away, or give another path.`])
}
