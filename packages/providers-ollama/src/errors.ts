import type { ErrorPart } from '@reason/core/parts'
import { defined, asText, isEmpty, isHttpStatus, isLoose, isText, type Loose } from '@reason/wire-kit'

type Failure = ErrorPart['error']

/** Finds an error: `{"error":"…"}` as a body or as a line within a stream; proxies send an object in it. Undefined if there is none. */
export function findError(event: Loose): Failure | undefined {
  const { error } = event
  if (isEmpty(error) || error === false) return undefined
  const status = [event.status_code, event.StatusCode, event.status, isLoose(error) ? error.code : undefined].find(isHttpStatus)
  const code = isLoose(error) ? [error.code, error.type].find(isText) : undefined
  const text = isLoose(error) ? error.message : error
  return {
    message: isText(text) ? text : `The server reported an error: ${asText(error)}`,
    ...defined({ code, status }),
    native: event,
  }
}
