import type { ErrorPart, FinishReason } from '@reason/core/parts'
import { defined, asText, endingMessage, isEmpty, isHttpStatus, isLoose, isText, type Loose } from '@reason/wire-kit'

type Failure = ErrorPart['error']

/**
 * Reads Google's error object (`code` is the HTTP status, `status` the error code), or any other value in its place.
 *
 * @returns Undefined if there is no error.
 */
export function readError(error: unknown): Failure | undefined {
  if (isEmpty(error) || error === false) return undefined
  if (!isLoose(error)) return { message: isText(error) ? error : `The provider reported an error: ${asText(error)}`, native: error }
  const code = [error.status, error.code].find((value) => isText(value) || typeof value === 'number') as string | number | undefined
  const status = [error.code, error.status].find(isHttpStatus) ?? statuses.get(String(code).toUpperCase())
  return {
    message: isText(error.message) ? error.message : asText(error.message ?? error),
    ...defined({ code, status }),
    native: error,
  }
}

/** Writes an error in Google's shape. Clients recognise it only with an HTTP status from 400 to 599. */
export function writeError({ message, code, status }: Failure): { error: Loose } {
  const http = [status, code].find(isHttpStatus) ?? 500
  const word =
    typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code) ? code : (words.get(http) ?? (http < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL'))
  return { error: { code: http, message, status: word } }
}

/** Returns the error for a generation that ended too early without an error from the provider. */
export const endingError = (reason: FinishReason | undefined, native?: string): Failure => ({
  message: endingMessage(reason, native),
  ...(reason === 'error' ? { code: 'INTERNAL' } : { code: 'ABORTED', status: 500 }),
})

/** Codes of google.rpc.Code, by HTTP status. */
const words = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [409, 'ABORTED'],
  [429, 'RESOURCE_EXHAUSTED'],
  [499, 'CANCELLED'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
])

/** HTTP statuses by code. Errors of Interactions have the code alone, in lower case. */
const statuses: ReadonlyMap<string, number> = new Map([...words].map(([status, word]) => [word, status]))
