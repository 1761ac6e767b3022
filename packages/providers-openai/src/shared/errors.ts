import type { ErrorPart, FinishReason } from '@reason/core/parts'
import { defined, asText, endingMessage, errorWords, isEmpty, isHttpStatus, isLoose, isText, type Loose } from '@reason/wire-kit'

type Failure = ErrorPart['error']

const badRequests = [
  ...'invalid_request_error context_length_exceeded string_above_max_length invalid_prompt invalid_encrypted_content'.split(' '),
  ...'content_policy_violation invalid_image invalid_image_format invalid_base64_image invalid_image_url invalid_image_mode'.split(' '),
  ...'image_too_large image_too_small image_parse_error image_content_policy_violation image_file_too_large'.split(' '),
  ...'unsupported_image_media_type empty_image_file failed_to_download_image image_file_not_found'.split(' '),
]

/**
 * HTTP statuses for OpenAI's error codes and types, as used before a stream has begun. Inside a stream only the code or
 * type is sent. Codes of server failures are omitted, because an error without a status counts as one.
 *
 * @see https://platform.openai.com/docs/api-reference/responses/object (`error.code`)
 */
const statuses: ReadonlyMap<unknown, number> = new Map([
  ...badRequests.map((word) => [word, 400] as const),
  ['invalid_api_key', 401],
  ['authentication_error', 401],
  ['model_not_found', 404],
  ['rate_limit_exceeded', 429],
  ['rate_limit_error', 429],
  ['insufficient_quota', 429],
  ['server_is_overloaded', 503],
  ['slow_down', 503],
  ['overloaded_error', 503],
])

/**
 * Reads an error in any known shape: OpenAI's object, a bare string (Ollama), numbers as codes (llama-server,
 * OpenRouter), `status_code` (Groq). `native` keeps all of it.
 */
export function readError(error: unknown): Failure {
  if (!isLoose(error)) return { message: isText(error) ? error : `The provider reported an error: ${asText(error)}`, native: error }
  const words = errorWords(error)
  const code = words?.code ?? [error.code, error.type, error.status].find(isCode)
  const status =
    [error.status_code, error.status, error.code].map(Number).find(isHttpStatus) ??
    statuses.get(error.code) ??
    statuses.get(error.type) ??
    // Only errors of the request name a parameter.
    (isText(error.param) ? 400 : undefined)
  return {
    message: words?.message ?? asText(error),
    ...defined({ code, status }),
    native: error,
  }
}

/** Finds the error that an event or body holds besides, or instead of, `choices`. Undefined if there is none. */
export function findError(event: Loose): Failure | undefined {
  if (isError(event.error)) return readError(event.error)
  if (isLoose(event.x_groq) && isError(event.x_groq.error)) return readError(event.x_groq.error)
  // vLLM and others put the error's fields at the top.
  if (event.object === 'error' || (event.type === 'error' && isText(event.message))) return readError(event)
  // MiniMax sends HTTP 200 with its own status; 0 is success.
  if (isLoose(event.base_resp) && typeof event.base_resp.status_code === 'number' && event.base_resp.status_code !== 0) {
    return { message: asText(event.base_resp.status_msg ?? ''), code: event.base_resp.status_code, native: event.base_resp }
  }
  // Frameworks in front of the provider's code send {"detail": "Not Found"} or {"message": "...", "code": 401}.
  if (
    event.choices === undefined &&
    (isText(event.detail) || Array.isArray(event.detail) || [event.fault, event.errors, event.err].some(isError))
  )
    return readError(event)
  const hasCode = isCode(event.code) || isCode(event.error_code) || isHttpStatus(event.status)
  if (event.choices === undefined && hasCode && [event.message, event.msg, event.error_msg].some(isText)) return readError(event)
  return undefined
}

/** Writes an error in OpenAI's shape. `param` is always null, because it is not known. */
export function writeError({ message, code, native }: Failure): { error: Record<string, unknown> } {
  // Types of events that contain an error do not count: `error`, `message-end`, `response.failed`.
  const isOwn = isLoose(native) && isText(native.type) && /^(?!error$)\w+$/.test(native.type)
  const type = isOwn ? native.type : 'upstream_error'
  return { error: { message, type, param: null, code: code ?? null } }
}

/** Returns the error for a generation that ended too early without an error from the provider. */
export const endingError = (reason: FinishReason | undefined, native?: string): Failure => ({
  message: endingMessage(reason, native),
  code: reason === 'error' ? 'error' : 'aborted',
})

const isError = (value: unknown): boolean => value !== false && !isEmpty(value)

const isCode = (value: unknown): value is string | number => isText(value) || typeof value === 'number'
