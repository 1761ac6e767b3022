import type { Part } from '@reason/core'
import type { ApiError } from './api-error.ts'
import type { Json } from '../json.ts'
import { knownCodes } from './known-codes.ts'
import { isMadeOfKnown, knownOf, toldOf, type KnownWords } from './refusal-words.ts'

/**
 * Content that an upstream's error message may repeat, and the client may not see. `output` is what the model has just generated, as
 * parsers quote text that they cannot read. `history` also includes earlier content that the request brought back sealed.
 */
export type WithheldContent = 'nothing' | 'output' | 'history'

type ErrorPart = Extract<Part, { type: 'error' }>

/** Errors inside an answer whose words are the gateway's own, so that they repeat no reasoning. */
export const ownErrors = new WeakSet<ErrorPart['error']>()

/** Statuses of requests that never reached a model. */
const beforeAnyOutput: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 408, 409, 413, 415, 429])

const longestMessage = 1000

/**
 * Removes reasoning from an error. Values other than plain names and numbers are dropped.
 *
 * @param request - The request, whose names the message may repeat.
 */
export function withheld(error: ApiError, secret: WithheldContent, upstream: string, request?: Json): ApiError {
  if (secret === 'nothing') return error
  const { status, type, code, param, more = {} } = error
  const known = request && knownOf(request)
  const isSaid = isUnasked(error, secret) ? isName : (text: string) => isCommonCode(text) || known?.names.has(text) === true
  return {
    status,
    message: visibleMessage(error, secret, request, known) ?? unsaidBecause(upstream, `(HTTP ${status})`),
    type: isSaid(type) ? type : 'upstream_error',
    code: isNumber(code) || (typeof code === 'string' && isSaid(code)) ? code : null,
    param: typeof param === 'string' && isSaid(param) ? param : null,
    more:
      isUnasked(error, secret) || refusesRequest(status)
        ? Object.fromEntries(Object.entries(more).filter(([name, value]) => isSaid(name) && isPlain(value)))
        : {},
  }
}

/** The visible part of an error's message. Undefined if there is none. */
export function visibleMessage(
  { status, message }: Pick<ApiError, 'status' | 'message'>,
  secret: WithheldContent,
  request?: Json,
  known: KnownWords | undefined = request && knownOf(request),
): string | undefined {
  if (secret === 'nothing') return message
  if (message.length > longestMessage) return undefined
  if (isUnasked({ status }, secret)) return message
  return refusesRequest(status) ? toldOf(message, known) : undefined
}

/** Withholds the message of an error part, for a stream that has begun. */
export function withheldPart(part: Part, secret: WithheldContent, upstream: string): Part {
  if (part.type !== 'error' || secret === 'nothing' || ownErrors.has(part.error)) return part
  const { code, status } = part.error
  const named = isNumber(code) || (code !== undefined && isCommonCode(code)) ? { code } : {}
  const error: ErrorPart['error'] = { message: unsaidInside(upstream), ...named, ...(status !== undefined && { status }) }
  return { ...part, error }
}

/** True if no model ran and the request contained no secret content, so that the message is the upstream's own. */
const isUnasked = ({ status }: Pick<ApiError, 'status'>, secret: WithheldContent): boolean =>
  beforeAnyOutput.has(status) && (secret !== 'history' || status === 429)

/** Some upstreams answer with these statuses after generating, and quote model output. */
const refusesRequest = (status: number): boolean => status === 400 || status === 422

const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'
const isName = (text: string): boolean => /^[\w.:[\]-]{1,100}$/.test(text)

/** True if the name of an error carries no message: it is a known code, or consists of known words. */
export const isCommonCode = (text: string): boolean => isName(text) && (isMadeOfKnown(text) || knownCodes.has(text))

const isNumber = (code: unknown): code is number => typeof code === 'number'

/** Message for an error inside an HTTP 200 answer. */
export const unsaidInside = (upstream: string): string => unsaidBecause(upstream, 'inside its answer')

const unsaidBecause = (upstream: string, how: string): string =>
  `The upstream ${upstream} failed ${how}. Its message is withheld, because it may repeat reasoning that your key may not see.`
