import type { Log } from '../log.ts'
import { internalError, type ApiError } from './api-error.ts'

/** Loggable form of an exception. */
export interface Fault {
  message: string
  stack?: string
  /** The exception that caused it. */
  cause?: Fault
}

/** Longest chain of causes. A chain may be circular. */
const mostCauses = 3

/** Converts an exception for the log: message and stack only. Other properties may contain output of a model. */
export function faultOf(error: unknown, causes = mostCauses): Fault {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack, cause } = error
  const because = cause instanceof Error && causes > 0 ? { cause: faultOf(cause, causes - 1) } : {}
  // The message of a syntax error quotes the invalid text, which may come from a model or a user.
  if (error instanceof SyntaxError)
    return { message: 'SyntaxError', ...(stack !== undefined && { stack: placesOf(stack, message) }), ...because }
  return { message, ...(stack !== undefined && { stack }), ...because }
}

const placesOf = (stack: string, message: string): string => stack.replace(message, () => '')

export const logFault = (error: unknown, log: Log): void => log.error({ err: faultOf(error) }, 'gateway failed')

/** Converts an exception to an internal error, for code that runs before the relay. */
export async function orFault<T>(work: () => T | Promise<T>, log: Log): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    logFault(error, log)
    return internalError
  }
}
