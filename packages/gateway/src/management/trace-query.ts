import { traceNumbers, traceTexts } from '@reason/gateway-api'
import type { TraceFilter, TraceStore } from '@reason/trace-store'
import { type Managed, type ManagementAnswer, type ManagementRequest, notFound, type QueryTexts } from './management-call.ts'

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

/** Names of the filters of traces. */
export const filters: readonly string[] = [...traceTexts, ...traceNumbers]

/** @throws {TypeError} For an invalid number. */
export function filterOf(query: QueryTexts): TraceFilter {
  const filter: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) filter[name] = (traceTexts as readonly string[]).includes(name) ? value : numberOf(name, value)
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
