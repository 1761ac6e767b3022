import type { ErrorPart } from '@reason/core/parts'
import { asText, isEmpty, isHttpStatus, isLoose, isText, type Loose } from '@reason/wire-kit'

type Failure = ErrorPart['error']

/** HTTP statuses by Anthropic's error types. Inside a stream only the type is sent. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Types for statuses of other providers, whose model timed out, failed or is overloaded. */
const foreignStatuses: Readonly<Record<string, string>> = { 408: 'timeout_error', 424: 'api_error', 503: 'overloaded_error' }

/** Reads an error that was thrown, sent, or part of a body; `native` keeps all of it. */
export function readError(error: unknown): Failure {
  if (!isLoose(error)) return { message: isText(error) ? error : `The provider reported an error: ${asText(error)}`, native: error }
  // The official client throws an error with the body, and the body contains the error object.
  if (isLoose(error.error)) return { ...statusOf(error), ...readError(error.error) }
  const code = [error.code, isLoose(error.details) ? error.details.error_code : undefined, error.type, error.__type].find(
    (value) => isText(value) || typeof value === 'number',
  )
  return {
    message: isText(error.message) ? error.message : asText(error.message ?? error.detail ?? error),
    ...(code !== undefined && { code: code as string | number }),
    ...(isText(error.type) && Object.hasOwn(statuses, error.type) && { status: statuses[error.type]! }),
    ...statusOf(error),
    native: error,
  }
}

/** Finds the error that an event or body is or contains. Undefined if there is none. */
export function findError(event: Loose): Failure | undefined {
  if (event.type === 'error') return readError(isEmpty(event.error) ? event : event.error)
  if (!isEmpty(event.error) && event.error !== false)
    return readError(event.error === true ? event : isLoose(event.error) ? event : event.error)
  // Gateways in front of the API send {"message": "..."} or {"detail": "..."}. A value may also be an instance of `Error`.
  if (event instanceof Error) return readError(event)
  const isEvent = event.type !== undefined || event.content !== undefined
  return !isEvent && (isText(event.message) || isText(event.detail)) ? readError(event) : undefined
}

/** Writes an error in Anthropic's shape, for streams and bodies. */
export function writeError({ message, code, status, native }: Failure): Record<string, unknown> {
  const type = typeOf(code, status, native)
  // The official client exposes `error_code` as `errorCode`.
  const cause = isText(code) && !Object.hasOwn(statuses, code) ? { code, details: { error_code: code } } : {}
  return { type: 'error', error: { type, message, ...cause } }
}

/** Chooses the error type, by which clients decide whether to retry. */
function typeOf(code: Failure['code'], status: number | undefined, native: unknown): string {
  const own = [isLoose(native) ? native.type : undefined, code].find((word) => isText(word) && Object.hasOwn(statuses, word))
  if (own !== undefined) return own as string
  const numbers = [status, code]
  const known = Object.keys(statuses).find((type) => numbers.includes(statuses[type]))
  const foreign = numbers.map((number) => foreignStatuses[String(number)]).find(isText)
  return foreign ?? known ?? (status !== undefined && status >= 400 && status < 500 ? 'invalid_request_error' : 'api_error')
}

const statusOf = ({ status, status_code, code }: Loose): { status?: number } => {
  const found = [status, status_code, code].find(isHttpStatus)
  return found === undefined ? {} : { status: found }
}
