import { exitCodes } from './exit-codes.ts'

/** An error that the user can fix. Only its message is printed. */
export class CliError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.exitCode = exitCode
  }
}

export const usageError = (message: string, options?: { cause?: unknown }): CliError => new CliError(exitCodes.usage, message, options)

export const inputError = (message: string, options?: { cause?: unknown }): CliError => new CliError(exitCodes.input, message, options)

/** ` Did you mean "x"?`, with its leading space, or nothing. */
export const didYouMean = (meant: string | undefined): string => (meant === undefined ? '' : ` Did you mean "${meant}"?`)
