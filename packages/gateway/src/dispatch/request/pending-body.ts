import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { Json } from '../../json.ts'
import { withinLimits, type ModelLimit } from '../../upstreams/model-limits/limit.ts'
import type { Destination } from '../../generation/destination.ts'
import { writeJsonInTurns } from '../../event-loop/json-writing.ts'
import { originalBytes, PendingBody, type RequestBytes } from '../../generation/request-bytes.ts'
import type { UpstreamRequest } from '../../generation/upstream-requests.ts'

/** @param bytes - Body of the request before the change. */
export const changedBody = (json: Json, { isLong }: Pick<ClientRequest, 'isLong'>, bytes: RequestBytes): RequestBytes =>
  isLong === true ? new PendingBody(json, originalBytes(bytes)) : Buffer.from(JSON.stringify(json))

/** A request that is ready to be sent. */
export interface SendableRequest extends Omit<UpstreamRequest, 'body'> {
  body: Buffer
  /** The body contains nothing that its model is known to refuse. */
  isWithinLimits?: true
}

/** Serialises a body in one step. Only for rare requests: a long body blocks other requests. */
export const writeNow = (request: UpstreamRequest): SendableRequest => ({
  ...request,
  body: request.body instanceof PendingBody ? Buffer.from(String(request.body)) : request.body,
})

/** Serialises a request in slices. It also applies the model's limits to a long request, because parsing it again for that would block other requests. */
export function writeInTurns(
  request: UpstreamRequest,
  { backend: { limits }, request: { model } }: Pick<Destination, 'backend' | 'request'>,
): SendableRequest | Promise<SendableRequest> {
  const { body } = request
  const known = request.json && limits?.of(model)
  return known === undefined && !(body instanceof PendingBody) ? { ...request, body } : writeLong(request, model, known)
}

async function writeLong(request: UpstreamRequest, model: string, known: readonly ModelLimit[] | undefined): Promise<SendableRequest> {
  const mended = known && withinLimits(request.json!, model, known)
  const isWithinLimits = known && ({ isWithinLimits: true } as const)
  if (mended !== undefined && mended.notes.length > 0)
    return { ...request, ...isWithinLimits, notes: [...request.notes, ...mended.notes], body: await writeJsonInTurns(mended.json) }
  return {
    ...request,
    ...isWithinLimits,
    body: request.body instanceof PendingBody ? await writeJsonInTurns(request.body.json) : request.body,
  }
}

/** Adds fields to a body. The existing bytes stay as they are, unless one of the fields exists. */
export function withFields(bytes: RequestBytes, request: Pick<ClientRequest, 'json' | 'isLong'>, fields: Json): RequestBytes {
  const names = Object.keys(fields)
  if (names.length === 0) return bytes
  if (bytes instanceof PendingBody || names.some((name) => name in request.json))
    return changedBody({ ...request.json, ...fields }, request, bytes)
  const end = bytes.lastIndexOf('}')
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(`,${JSON.stringify(fields).slice(1)}`)])
}
