import { traceNumbers, traceTexts } from '@reason/gateway-api'
import type { TraceFilter, TraceStore } from '@reason/trace-store'
import { type Managed, type ManagementAnswer, type ManagementRequest, notFound, type UrlQuery } from './management-call.ts'

/** Reads from the trace store. Returns an error instead if the client's key is revoked during the read, which may take a while. */
export async function fromStore(
  { permit }: ManagementRequest,
  { governance: { traces: store } }: Managed,
  read: (store: TraceStore) => Promise<ManagementAnswer>,
): Promise<ManagementAnswer> {
  if (store === undefined) return tracesOff
  const reading = read(store)
  await reading.catch(() => undefined)
  const refusal = permit.takenBack()
  return refusal === undefined ? reading : { refusal }
}

export const tracesOff: ManagementAnswer = notFound(
  'traces_off',
  'The gateway stores no traces. Start it without --traces off and --trace-mode none; in an app, give createGateway the option traces.',
)

type QueryTexts = Readonly<Record<string, string | undefined>>

/** @throws {TypeError} If a parameter is repeated. */
export function once(query: UrlQuery): QueryTexts {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw new TypeError(`"${name}" is given more than once. Give it once.`)
  }
  return query as QueryTexts
}

/**
 * @param beside - Other parameters of the route, for the error about an unknown one.
 * @throws {TypeError} For an unknown filter, or an invalid number.
 */
export function filterOf(query: QueryTexts, beside: readonly string[]): TraceFilter {
  const filter: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if ((traceTexts as readonly string[]).includes(name)) filter[name] = value
    else if (!(traceNumbers as readonly string[]).includes(name)) {
      throw new TypeError(`There is no filter "${name}". There are: ${[...beside, ...traceTexts, ...traceNumbers].join(', ')}.`)
    } else filter[name] = numberOf(name, value)
  }
  return filter
}

export const limitOf = (limit: string | undefined): { limit?: number } => (limit === undefined ? {} : { limit: numberOf('limit', limit) })

/** @throws {TypeError} For an invalid number. */
function numberOf(name: string, value: string): number {
  if (value.trim() === '' || !Number.isFinite(Number(value)))
    throw new TypeError(`"${name}" is ${JSON.stringify(value)}, but must be a number.`)
  return Number(value)
}
