import type { ErrorPart, FinishReason } from '@reason/core'
import { asText, isEmpty, isLoose, isText, type Loose } from '@reason/core/wire-kit'

type Failure = ErrorPart['error']

/** `{"error":"…"}`, as a body and as a line in the middle of a stream; proxies put an object there. Undefined: there is none. */
export function findError(event: Loose): Failure | undefined {
  const { error } = event
  if (isEmpty(error) || error === false) return undefined
  const status = [event.status_code, event.StatusCode, event.status, isLoose(error) ? error.code : undefined].find(isHttpStatus)
  const code = isLoose(error) ? [error.code, error.type].find(isText) : undefined
  const text = isLoose(error) ? error.message : error
  return {
    message: isText(text) ? text : `The server reported an error: ${asText(error)}`,
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    native: event,
  }
}

/** What a client is told about an ending that nobody reported as an error. */
export const endingMessage = (reason: FinishReason | undefined): string =>
  reason === 'error'
    ? 'The server ended the generation with an error and did not say which.'
    : 'The generation was ended before it was complete. What came before is all there is.'

const isHttpStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
