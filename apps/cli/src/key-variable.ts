import { usageError } from './cli-error.ts'

/** The key in the environment variable that `--key-env` names. @throws {CliError} If there is none. */
export function keyFrom(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  const key = process.env[name]?.trim()
  if (key) return key
  throw usageError(
    `--key-env names the environment variable ${name}, which is not set or empty. Put the key there, and not on the command line.`,
  )
}
