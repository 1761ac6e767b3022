import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ConfigError, regularFile, systemError } from './config-error.ts'
import type { ServerSettings } from './settings.ts'

type KeySettings = Pick<ServerSettings, 'upstreamKeyEnv' | 'upstreamKeyFile' | 'upstreamKeyCommand'>

/** Limits of a key command: its running time, and the size of its output. */
const commandTimeoutMs = 10_000
const commandOutputBytes = 65_536

/** Describes where the key for the upstream is. Undefined if clients send their own keys. */
export function whereKeyIs({ upstreamKeyEnv, upstreamKeyFile, upstreamKeyCommand }: KeySettings): string | undefined {
  if (upstreamKeyEnv !== undefined) return `the environment variable ${upstreamKeyEnv}`
  if (upstreamKeyFile !== undefined) return `the file ${upstreamKeyFile}`
  // Only the program is named, as its arguments may be secret.
  return upstreamKeyCommand && `the command ${upstreamKeyCommand[0]}`
}

/**
 * Looks the key up, and trims blanks.
 *
 * @throws {ConfigError} if the key is missing. The error contains neither the key nor the output of a command.
 */
export async function readUpstreamKey(settings: KeySettings, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const where = whereKeyIs(settings)
  if (where === undefined) return undefined
  const key = (await lookUp(settings, environment)).trim()
  if (key === '') throw new ConfigError([`The key for the upstream is in ${where}, which is not set or empty. Put the key there.`])
  if (/[^\x20-\x7E]/.test(key)) {
    throw new ConfigError([
      `The key for the upstream in ${where} has several lines, or characters that no header may hold. Keep only the key there.`,
    ])
  }
  return key
}

function lookUp(
  { upstreamKeyEnv, upstreamKeyFile, upstreamKeyCommand }: KeySettings,
  environment: NodeJS.ProcessEnv,
): string | Promise<string> {
  if (upstreamKeyEnv !== undefined) return environment[upstreamKeyEnv] ?? ''
  return upstreamKeyFile === undefined ? outputOf(upstreamKeyCommand!, environment) : contentOf(regularFile(upstreamKeyFile))
}

async function contentOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new ConfigError([
      `The key for the upstream is in the file ${path}, which cannot be read (${systemError(error)}). Check --upstream-key-file.`,
    ])
  }
}

async function outputOf([program, ...words]: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const options = { env, timeout: commandTimeoutMs, killSignal: 'SIGKILL', maxBuffer: commandOutputBytes } as const
  try {
    const running = promisify(execFile)(program!, words, options)
    // The command runs without a terminal, so a prompt for input has to fail at once.
    running.child.stdin?.end()
    return (await running).stdout
  } catch (error) {
    throw new ConfigError([
      `The key for the upstream is printed by the command ${program}, which ${whyOf(error as Failure)}. Try it in a terminal.`,
    ])
  }
}

/** Failure of a key command. `code` is its exit code, or a system error if it did not start. */
interface Failure {
  code?: string | number | null
  killed?: boolean
}

/** Describes the failure. The error's own message would contain the arguments and the output of the command. */
function whyOf({ code, killed }: Failure): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `printed more than ${commandOutputBytes} bytes`
  if (killed === true) return `took longer than ${commandTimeoutMs / 1000} seconds`
  return typeof code === 'number' ? `failed with exit code ${code}` : `cannot be run (${code ?? 'killed'})`
}
