import { isUtf8 } from 'node:buffer'
import { sessionKeyOf } from '@reason/budget'
import type { KeyRecord, Visibility } from '@reason/keys'
import { traceModes, visibilities } from '@reason/keys'
import type { TraceMode } from '@reason/trace-store'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import type { ClientRequest } from './client-request.ts'
import { conversationOf } from './conversation-name.ts'
import type { HeadLines } from '../head.ts'

/** What holds for one request: the least of what is configured, what its key allows, and what it asks for itself. */
export interface Wishes {
  /** Whose budget it counts against. */
  session: string | undefined
  /** The session, or what its client calls the conversation. */
  conversation: string | undefined
  visibility: Visibility
  traceMode: TraceMode
}

/** From little to all. */
const visible: readonly Visibility[] = visibilities.toReversed()

/** @param headers - Each as often as it came. */
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

/** How much a request asks to see. @param headers - Each as often as it came. */
export const visibilityWish = (headers: HeadLines): Visibility | undefined | ApiError => oneOf('x-reason-visibility', visible, headers)

function oneOf<T extends string>(header: string, words: readonly T[], headers: HeadLines): T | undefined | ApiError {
  const said = headers[header]?.join(', ')
  if (said === undefined) return undefined
  const word = words.find((one) => one === said)
  return word ?? badRequest(`The header ${header} is ${JSON.stringify(said)}, but must be one of: ${words.join(', ')}.`)
}

export const isProblem = (wish: string | undefined | ApiError): wish is ApiError => typeof wish === 'object'

/** The least that any of them allows. */
export const leastVisible = (most: Visibility, ...others: readonly (Visibility | undefined)[]): Visibility =>
  least(visible, most, ...others)!

/** The least of a trace that any of them lets be kept. */
export const leastKept = (most: TraceMode, ...others: readonly (TraceMode | undefined)[]): TraceMode => least(traceModes, most, ...others)!

const traceRequired = (asked: TraceMode, required: TraceMode): ApiError => ({
  status: 403,
  type: 'permission_error',
  code: 'trace_required',
  message:
    `The request asks to keep ${JSON.stringify(asked)} of its trace, but this gateway requires ${JSON.stringify(required)}. ` +
    'Leave out the header x-reason-trace and the field "trace".',
})

const least = <T>(order: readonly T[], ...words: readonly (T | undefined)[]): T | undefined => order.find((word) => words.includes(word))

/** A header that comes twice may reach the gateway as one with a comma (RFC 9110, 5.3): both mean the same. */
const namesIn = (lines: readonly string[] | undefined): string[] | undefined => lines?.flatMap((line) => textOf(line).split(','))

/** Node reads headers as Latin-1; clients that send more write UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : header
}
