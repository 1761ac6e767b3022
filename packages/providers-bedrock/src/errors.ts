import type { ErrorPart } from '@reason/core/parts'
import { asText, isHttpStatus, isLoose, isText, type Loose } from '@reason/wire-kit'

type Failure = ErrorPart['error']

/** HTTP statuses by Converse's exceptions. */
const statuses: Readonly<Record<string, number>> = {
  validationException: 400,
  serviceQuotaExceededException: 400,
  accessDeniedException: 403,
  resourceNotFoundException: 404,
  modelTimeoutException: 408,
  conflictException: 409,
  modelErrorException: 424,
  modelStreamErrorException: 424,
  throttlingException: 429,
  modelNotReadyException: 429,
  internalServerException: 500,
  serviceUnavailableException: 503,
}

/** Exceptions that may occur inside a stream. */
const inStreams = [
  'validationException',
  'modelStreamErrorException',
  'throttlingException',
  'internalServerException',
  'serviceUnavailableException',
]

export const isException = (name: string): boolean => /(?:Exception|Error)$/.test(name)

/**
 * Reads an exception: the payload of its frame, an error body, or the error that the official client throws. `native`
 * keeps all of it.
 *
 * @param name - Name of the frame. Default: the name in the value.
 */
export function readError(error: unknown, name?: string): Failure {
  if (!isLoose(error)) return { message: isText(error) ? error : asText(error), ...(name !== undefined && codeOf(name)), native: error }
  const given = [name, error.__type, error.code, error.name].find((word) => isText(word) && word !== 'error')
  const metadata = isLoose(error.$metadata) ? error.$metadata : {}
  const status = [error.originalStatusCode, metadata.httpStatusCode, error.status].find(isHttpStatus)
  const message = [error.message, error.Message, error.originalMessage].find(isText)
  return {
    message: message ?? asText(error),
    ...(given !== undefined && codeOf(given as string)),
    ...(status !== undefined && { status }),
    native: error,
  }
}

/** Finds the error that a body is or contains. Undefined if there is none. */
export function findError(body: Loose): Failure | undefined {
  if (isText(body.message) || isText(body.Message) || isText(body.__type)) return readError(body)
  // A proxy in front of the service has its own error shape.
  return isText(body.error) || (isLoose(body.error) && isText(body.error.message)) ? readError(body.error) : undefined
}

/** Writes an exception in a stream: the name of the frame, and its payload. */
export function writeException(error: Failure): { name: string; payload: Record<string, unknown> } {
  const { message, code, status } = error
  const own = isText(code) && inStreams.includes(code) ? code : undefined
  return { name: own ?? nameFor(status), payload: { message } }
}

/** Writes an error body. The body includes the error's type, because the writer cannot set the usual header. */
export function writeErrorBody(error: Failure): Record<string, unknown> {
  const own = isText(error.code) && Object.hasOwn(statuses, error.code) ? error.code : nameFor(error.status)
  return { __type: own.charAt(0).toUpperCase() + own.slice(1), message: error.message }
}

function nameFor(status: number | undefined): string {
  if (status === 429) return 'throttlingException'
  if (status === 503 || status === 529) return 'serviceUnavailableException'
  return status !== undefined && status >= 400 && status < 500 ? 'validationException' : 'internalServerException'
}

/** Normalises a name to the spelling of frames: `com.amazon.coral.service#ThrottlingException:http://…` becomes `throttlingException`. */
function codeOf(name: string): { code: string; status?: number } {
  const bare = name.slice(name.lastIndexOf('#') + 1).replace(/:.*$/s, '')
  const code = bare.charAt(0).toLowerCase() + bare.slice(1)
  return { code, ...(Object.hasOwn(statuses, code) && { status: statuses[code]! }) }
}
