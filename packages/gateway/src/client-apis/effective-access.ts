import { isUtf8 } from 'node:buffer'
import { sessionKeyOf } from '@reason/budget'
import { traceModes, visibilities, type KeyRecord, type Visibility } from '@reason/keys'
import type { TraceMode } from '@reason/trace-store'
import { badRequest, forbidden, type ApiError } from '../errors/api-error.ts'
import type { ClientRequest } from './client-request.ts'
import { conversationOf } from './conversation-name.ts'
import type { HeadLines } from '../head.ts'

/** Effective settings of one request: the most restrictive of the configuration, the key and the request itself. */
export interface Wishes {
  /** The session whose budget is charged. */
  session: string | undefined
  /** The session, or the client's name of the conversation. */
  conversation: string | undefined
  visibility: Visibility
  traceMode: TraceMode
}

/** Visibilities in ascending order. */
const visible: readonly Visibility[] = visibilities.toReversed()

/** @param headers - Headers with all values of repeated names. */
export function wishesOf(
  request: Pick<ClientRequest, 'metadata' | 'visibility' | 'trace' | 'cacheKey'>,
  headers: HeadLines,
  key: KeyRecord | undefined,
  most: { visibility: Visibility; traceMode: TraceMode; requireTraces: boolean },
): Wishes | ApiError {
  const session = sessionKeyOf({ header: namesIn(headers['x-reason-session']), metadata: request.metadata, keyDefault: key?.session })
  if (!session.valid) return badRequest(session.problem, session.from === 'metadata' ? 'metadata' : null)
  const traceHeader = oneOf('x-reason-trace', traceModes, headers)
  if (isProblem(traceHeader)) return traceHeader
  const allowed = leastKept(most.traceMode, key?.traceMode)
  const asked = leastKept(allowed, traceHeader, request.trace)
  if (most.requireTraces && asked !== allowed) return traceRequired(asked, allowed)
  const visibility = visibilityWish(headers)
  if (isProblem(visibility)) return visibility
  return {
    session: session.session,
    conversation: session.session ?? conversationOf(request, headers),
    visibility: leastVisible(most.visibility, key?.visibility, request.visibility, visibility),
    traceMode: asked,
  }
}

/** The visibility that a request asks for. @param headers - Headers with all values of repeated names. */
export const visibilityWish = (headers: HeadLines): Visibility | undefined | ApiError => oneOf('x-reason-visibility', visible, headers)

function oneOf<T extends string>(header: string, words: readonly T[], headers: HeadLines): T | undefined | ApiError {
  const said = headers[header]?.join(', ')
  if (said === undefined) return undefined
  const word = words.find((one) => one === said)
  return word ?? badRequest(`The header ${header} is ${JSON.stringify(said)}, but must be one of: ${words.join(', ')}.`)
}

export const isProblem = (wish: string | undefined | ApiError): wish is ApiError => typeof wish === 'object'

/** The lowest visibility among the values. */
export const leastVisible = (most: Visibility, ...others: readonly (Visibility | undefined)[]): Visibility =>
  least(visible, most, ...others)!

/** The trace mode among the values that keeps the least. */
export const leastKept = (most: TraceMode, ...others: readonly (TraceMode | undefined)[]): TraceMode => least(traceModes, most, ...others)!

const traceRequired = (asked: TraceMode, required: TraceMode): ApiError =>
  forbidden(
    `The request asks to keep ${JSON.stringify(asked)} of its trace, but this gateway requires ${JSON.stringify(required)}. Leave out the header x-reason-trace and the field "trace".`,
    null,
    'trace_required',
  )

const least = <T>(order: readonly T[], ...words: readonly (T | undefined)[]): T | undefined => order.find((word) => words.includes(word))

/** Splits values at commas. Proxies may join repeated headers with commas, which means the same (RFC 9110, 5.3). */
const namesIn = (lines: readonly string[] | undefined): string[] | undefined => lines?.flatMap((line) => textOf(line).split(','))

/** Decodes UTF-8. Node reads headers as Latin-1, but clients write other characters in UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : header
}
