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

/** Words of which names of failures are made, and of the fields that are at fault. A name of others may be one that the model made up. */
const words: ReadonlySet<string> = new Set(
  (
    'error errors exception invalid bad request requests server client api internal upstream gateway service unavailable overloaded busy timeout ' +
    'timed out deadline exceeded not found unknown unsupported unimplemented missing required type value values argument parameter param field ' +
    'rate limit limits quota insufficient exhausted resource billing payment too many large long tokens token max context length window size ' +
    'authentication authorization permission denied access forbidden unauthorized key credentials expired content filter filtered policy ' +
    'violation safety model models tool tools use call calls function failed failure parse parsing generation generate output input prompt ' +
    'messages message choices role name id stream json schema format response validation throttling aborted cancelled stopped conflict ' +
    'precondition unprocessable entity image url temperature top reasoning effort thinking budget completion completions of is in and no'
  ).split(' '),
)

/** A failure in words that hold no reasoning. What is no plain name or number is left out. */
export function withheld(error: ApiError, secret: Secret, upstream: string): ApiError {
  if (secret === 'nothing') return error
  const { status, message, type, code, param, more = {} } = error
  const harmless = isHarmless(error, secret)
  const isSaid = harmless ? isName : isCommonCode
  return {
    status,
    message: harmless ? message : unsaid(upstream, status),
    type: isSaid(type) ? type : 'upstream_error',
    code: isNumber(code) || (typeof code === 'string' && isSaid(code)) ? code : null,
    param: typeof param === 'string' && isSaid(param) ? param : null,
    more: harmless ? Object.fromEntries(Object.entries(more).filter(([name, value]) => isName(name) && isPlain(value))) : {},
  }
}

/** The same, for a stream that has begun. */
export function withheldPart(part: Part, secret: Secret, upstream: string): Part {
  if (part.type !== 'error' || secret === 'nothing') return part
  const { code, status } = part.error
  const named = isNumber(code) || (code !== undefined && isCommonCode(code)) ? { code } : {}
  const error: ErrorPart['error'] = { message: unsaidInside(upstream), ...named, ...(status !== undefined && { status }) }
  return { ...part, error }
}

function isHarmless({ status, message }: ApiError, secret: Secret): boolean {
  if (message.length > longestMessage) return false
  if (beforeAnyOutput.has(status)) return secret !== 'history' || status === 429
  return secret === 'output' && (status === 400 || status === 422) && !quotesOutput.test(message)
}

const isPlain = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean'
const isName = (text: string): boolean => /^[\w.:[\]-]{1,100}$/.test(text)

/** A name of a failure that nobody can have made up to say something. */
export const isCommonCode = (text: string): boolean =>
  isName(text) &&
  (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).every((word) => words.has(word.toLowerCase()) || /^\d{1,3}$/.test(word))

const isNumber = (code: unknown): code is number => typeof code === 'number'

const unsaid = (upstream: string, status: number): string => unsaidBecause(upstream, `(HTTP ${status})`)

/** It answered with HTTP 200. */
export const unsaidInside = (upstream: string): string => unsaidBecause(upstream, 'inside its answer')

const unsaidBecause = (upstream: string, how: string): string =>
  `The upstream ${upstream} failed ${how}. What it says of that may repeat reasoning, which you may not see in full.`
