import { CommanderError } from 'commander'
import { CliError } from './cli-error.ts'
import { exitCodes } from './exit-codes.ts'
import { safeText } from './render/safe-text.ts'

/** Codes of `ReasonError` for wrong usage. */
const ofUsage = new Set([
  'REASON_ADAPTER_NOT_FOUND',
  'REASON_DUPLICATE_ID',
  'REASON_INVALID_OPTIONS',
  'REASON_INVALID_PLUGIN',
  'REASON_SPEC_VERSION',
])

/** Codes of `ReasonError` that come from a file, or from the server at an address. */
const ofInput = new Set(['REASON_INVALID_INPUT', 'REASON_NO_UPSTREAM'])

/**
 * Prints an error to standard error: one line with the remedy. `REASON_DEBUG=1` adds the stack.
 * @returns The exit code.
 */
export function reportError(error: unknown): number {
  // Commander has already printed the message. Help and version are no errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  const { exitCode, message } = outcome(error)
  // The message may contain text of servers and files.
  process.stderr.write(`reason: ${safeText(message)}\n`)
  if (process.env['REASON_DEBUG'] === '1' && error instanceof Error) process.stderr.write(`${safeText(withCauses(error))}\n`)
  return exitCode
}

function outcome(error: unknown): { exitCode: number; message: string } {
  if (error instanceof CliError) return error
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && ofUsage.has(code)) return { exitCode: exitCodes.usage, message: String(message) }
  if (typeof code === 'string' && ofInput.has(code)) return { exitCode: exitCodes.input, message: String(message) }
  return {
    exitCode: exitCodes.fault,
    message: `unexpected fault: ${String(message ?? error)}. Run it again with REASON_DEBUG=1 to see where, and please report it.`,
  }
}

function withCauses(error: Error): string {
  const stack = error.stack ?? String(error)
  return error.cause instanceof Error ? `${stack}\ncaused by ${withCauses(error.cause)}` : stack
}
