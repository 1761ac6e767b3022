import type { Part } from '@reason/core'
import type { FinishReason } from '@reason/core/parts'
import { endingMessage, errorWords } from '@reason/wire-kit'
import type { ApiError } from './api-error.ts'
import { excessOfAnswer } from '../bounds/answer-bounds.ts'
import { withOverflowCode } from './context-overflow.ts'
import { isObject, parseJson, type Json } from '../json.ts'
import { jsonOf, withoutPasswords, withoutSecrets } from './shown-value.ts'
import { ownErrors, unsaidInside, visibleMessage, withheld, type WithheldContent } from './withheld-text.ts'
import type { Head } from '../head.ts'

/** The upstream that an error is about. */
export interface ErrorOrigin {
  name: string
  api: { id: string; path(model: string, stream: boolean): string }
  secrets?: readonly string[]
}

/**
 * Converts an upstream's error response to OpenAI's fields, with its status and message.
 *
 * @param secret - Content that the client may not see.
 * @param request - The client's request, whose names the message may repeat.
 */
export function errorFromUpstream(
  status: number,
  headers: Head,
  body: Buffer,
  { name, api, secrets }: ErrorOrigin,
  secret: WithheldContent = 'nothing',
  request?: Json,
): ApiError {
  if (status < 400) {
    const to = withoutSecrets(headers['location'], secrets)
    // The query of a redirect may be meant only for the caller that was redirected.
    const where = secret === 'nothing' ? ` to ${withoutPasswords((to ?? '').slice(0, 2000)).slice(0, 500)}` : ''
    const what = to === undefined ? '' : `${where}. Give the gateway the address to which it redirects`
    return unusableAnswer(name, `is a redirection or empty (HTTP ${status})${what}`)
  }
  // Clients refuse a response with such a status, and a `Response` cannot be created with it.
  if (status > 599) return unusableAnswer(name, `has the status ${status}, which HTTP does not have`)
  // Browsers and `fetch` treat this status as an error of the client's own proxy, and hide it.
  if (status === 407)
    return unusableAnswer(name, 'is a refusal by a proxy (HTTP 407). Set user name and password in the address of the proxy')
  const text = body.toString('utf8')
  // Deeply nested JSON would overflow the stack in JSON.stringify.
  const said = excessOfAnswer(text) !== undefined ? undefined : wordsOf(parseJson(text.replace(/^(?:event:.*\n)?data: /, '')), secret)
  if (said !== undefined) return withheld({ status, ...withOverflowCode(withoutSecrets(said, secrets), status) }, secret, name, request)
  const isPage = /html/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html)/i.test(text)
  const plain = withoutSecrets((isPage ? /<title>([^<]*)/i.exec(text)?.[1] : text) ?? '', secrets)
    .trim()
    .slice(0, 500)
  const words = plain === '' ? '' : (visibleMessage({ status, message: plain }, secret, request) ?? '')
  const excerpt = words === '' ? '' : `: ${words}`
  // Message of nginx and Go, which other servers copy.
  const isPlain = status === 400 && /HTTP request (?:was sent )?to (?:an )?HTTPS (?:port|server)/i.test(text)
  if (isPlain) return unusableAnswer(name, 'says that it speaks TLS. Use https:// in place of http:// in the address of the upstream')
  const hint = status === 404 ? ` Check the path in its address: the gateway asks for ${pathOf(api)} under it.` : ''
  return { status, type: 'upstream_error', code: null, message: `The upstream ${name} answered with HTTP ${status}${excerpt}.${hint}` }
}

/** Converts the words of an error to OpenAI's fields. Undefined if there are none. */
function wordsOf(json: unknown, secret: WithheldContent): Omit<ApiError, 'status'> | undefined {
  const words = errorWords(json, secret === 'nothing')
  return words && { ...words, type: words.type ?? 'upstream_error', code: words.code ?? null, param: words.param ?? null }
}

interface AnswerState {
  /** Codes of all warnings so far. */
  warnings: ReadonlySet<string>
  /** The answer is a stream. A stream with content goes on, and reports its error in an event. */
  stream: boolean
  /** Content of an answer has come, now or before. */
  begun: boolean
  /** Content that the client may not see. Default: nothing. */
  secret?: WithheldContent
}

/** The error in an HTTP 200 response without an answer: an error that the upstream reports, or an unexplained ending. */
export function errorFromParts(
  parts: readonly Part[],
  { name, api, secrets }: ErrorOrigin,
  { warnings, stream, begun, secret = 'nothing' }: AnswerState,
): ApiError | undefined {
  const isFailure = (reason: FinishReason): boolean => reason === 'aborted' || (reason === 'unknown' && !begun)
  const failed = parts.findIndex((part) => part.type === 'error' || (part.type === 'finish' && isFailure(part.reason)))
  // An answer that a governor has ended is no failure of the upstream.
  if (warnings.has('aborted')) return undefined
  if (failed === -1) return stream ? undefined : endedByError(parts)
  if (stream && parts.slice(0, failed).some((part) => part.type === 'block-start' || part.type === 'tool-call-start')) return undefined
  const part = parts[failed]!
  if (part.type === 'error') {
    const { message, code = null, status = 502, native } = part.error
    const words = isObject(native) && jsonOf(native) !== undefined ? wordsOf({ error: native }, secret) : undefined
    const said = withoutSecrets({ type: 'upstream_error', code, message, ...words, status }, secrets)
    // The status 500 keeps the message withheld, because the model may have generated text before the error.
    return secret === 'nothing' || ownErrors.has(part.error)
      ? said
      : { ...withheld({ ...said, status: 500 }, secret, name), status, message: unsaidInside(name) }
  }
  // An answer that began well was cut, whatever its last bytes contain.
  const garbled = !begun && (warnings.has('invalid-json') || warnings.has('unknown-event'))
  return unusableAnswer(name, garbled ? whatIsWrong(api) : 'is empty or was cut')
}

/** Error of a whole answer if all choices ended in an error. Clients check no other field for it. */
function endedByError(parts: readonly Part[]): ApiError | undefined {
  const ends = parts.filter((part) => part.type === 'finish')
  const [first] = ends
  if (first === undefined || !ends.every(({ reason }) => reason === 'error')) return undefined
  return { status: 502, type: 'upstream_error', code: 'error', message: endingMessage('error', first.native) }
}

const whatIsWrong = ({ id }: ErrorOrigin['api']): string =>
  id === 'openai-chat'
    ? 'is no chat completion. Check that the address of the upstream is that of an OpenAI-compatible API, or set its format'
    : `is not in the format ${id}. Check the address and the format of the upstream`

const pathOf = (api: ErrorOrigin['api']): string => api.path('MODEL', false)

export const unusableAnswer = (name: string, what: string): ApiError & { status: 502 } => ({
  status: 502,
  type: 'upstream_error',
  code: 'upstream_unusable',
  message: `The answer of the upstream ${name} ${what}.`,
})
