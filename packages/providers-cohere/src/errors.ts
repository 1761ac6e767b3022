import type { ErrorPart } from '@reason/core/parts'
import { defined, asText, isEmpty, isHttpStatus, isLoose, isText, type Loose } from '@reason/wire-kit'

type Failure = ErrorPart['error']

/** Finds an error: a bare text at the end of a stream, `{"message":"…"}` as a body, or a proxy's object in `error`. Undefined if there is none. */
export function findError(event: Loose, name: string | undefined): Failure | undefined {
  const end = isLoose(event.delta) ? event.delta.error : undefined
  const error = isEmpty(end) ? event.error : end
  if (!isEmpty(error) && error !== false) return toFailure(error, event)
  if (isText(event.message) && (event.type === undefined || name === 'error' || event.type === 'error'))
    return toFailure(event.message, event)
  return undefined
}

function toFailure(error: unknown, native: Loose): Failure {
  const details = isLoose(error) ? error : native
  const status = [details.status_code, details.statusCode, details.status, details.code].find(isHttpStatus)
  const code = [details.code, isLoose(error) ? details.type : undefined].find(isText)
  const text = isLoose(error) ? error.message : error
  return {
    message: isText(text) ? text : `The provider reported an error: ${asText(error)}`,
    ...defined({ code, status }),
    native,
  }
}
