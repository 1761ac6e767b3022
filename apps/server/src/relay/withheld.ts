import type { Part } from '@reason/core'
import type { ApiError } from '../clients/api-error.ts'

/**
 * What an upstream's own words about a failure may repeat, and the client may not see: nothing, what the model has just said (parsers quote
 * what they could not read), or also what it said earlier, as the request brought that back sealed.
 */
export type Secret = 'nothing' | 'output' | 'history'

type ErrorPart = Extract<Part, { type: 'error' }>

/** Statuses of requests that no model was asked with. */
const beforeAnyOutput: ReadonlySet<number> = new Set([401, 402, 403, 404, 405, 408, 409, 413, 415, 429])

/** Servers that answer so after they have generated, and quote it; and anything that looks like the markup of a format. */
const quotesOutput =
  /harmony|\bgenerated\b|model(?:'s)? (?:output|response|answer|produced|returned)|fail\w* to (?:parse|call|decode|generate)|pars(?:e|ing) error|tokens? remaining|unexpected token|message header|<[|/\w]/i

const longestMessage = 1000

/** A failure in words that hold no reasoning. What is no plain name or number is left out. */
export function withheld(error: ApiError, secret: Secret, upstream: string): ApiError {
  if (secret === 'nothing') return error
  const { status, message, type, code, param, more = {} } = error
  return {
    status,
    message: isHarmless(error, secret) ? message : unsaid(upstream, status),
    type: isName(type) ? type : 'upstream_error',
    code: typeof code === 'number' || (code !== null && isName(code)) ? code : null,
    param: typeof param === 'string' && isName(param) ? param : null,
    more: Object.fromEntries(Object.entries(more).filter(([name, value]) => isName(name) && isPlain(value))),
  }
}

/** The same, for a stream that has begun. */
export function withheldPart(part: Part, secret: Secret, upstream: string): Part {
  if (part.type !== 'error' || secret === 'nothing') return part
  const { code, status } = part.error
  const named = typeof code === 'number' || (code !== undefined && isName(code)) ? { code } : {}
  const error: ErrorPart['error'] = { message: unsaid(upstream, undefined), ...named, ...(status !== undefined && { status }) }
  return { ...part, error }
}

function isHarmless({ status, message }: ApiError, secret: Secret): boolean {
  if (message.length > longestMessage) return false
  if (beforeAnyOutput.has(status)) return secret !== 'history' || status === 429
  return secret === 'output' && (status === 400 || status === 422) && !quotesOutput.test(message)
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'
const isName = (text: string): boolean => /^[\w.:[\]-]{1,100}$/.test(text)

const unsaid = (upstream: string, status: number | undefined): string =>
  `The upstream ${upstream} failed${status === undefined ? ' inside its answer' : ` (HTTP ${status})`}. What it says of that may repeat reasoning, which you may not see in full.`
