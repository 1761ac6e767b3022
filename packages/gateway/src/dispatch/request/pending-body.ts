import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { Json } from '../../json.ts'
import type { Head } from '../../head.ts'
import type { Destination } from '../../generation/destination.ts'
import { writeJsonInTurns } from '../../event-loop/json-writing.ts'
import { originalBytes, PendingBody, type RequestBytes } from '../../generation/request-bytes.ts'
import type { UpstreamRequest } from '../../generation/upstream-requests.ts'
import { fitRequest, limitScopeOf, type FittedRequest } from './limit-scope.ts'

/** @param bytes - Body of the request before the change. */
export const changedBody = (json: Json, { isLong }: Pick<ClientRequest, 'isLong'>, bytes: RequestBytes): RequestBytes =>
  isLong === true ? new PendingBody(json, originalBytes(bytes)) : Buffer.from(JSON.stringify(json))

/** A request that is ready to be sent. */
export interface SendableRequest extends Omit<UpstreamRequest, 'body'> {
  body: Buffer
  /** The body contains nothing that its model is known to refuse. */
  isWithinLimits?: true
  /** The request goes to the address of whole answers, although its client asked for a stream. */
  whole?: true | undefined
}

/** Fields that sending needs. */
export type SendableFields = Pick<SendableRequest, 'body' | 'headers' | 'isWithinLimits' | 'whole'>

/** Serialises a body in one step. Only for rare requests: a long body blocks other requests. */
export const writeNow = (request: UpstreamRequest): SendableRequest => ({
  ...request,
  body: request.body instanceof PendingBody ? Buffer.from(String(request.body)) : request.body,
})

/** Serialises a request in slices. It also applies the model's limits to a long request, because parsing it again for that would block other requests. */
export function writeInTurns(
  request: UpstreamRequest,
  destination: Pick<Destination, 'backend' | 'request'>,
  headers: Head,
): SendableRequest | Promise<SendableRequest> {
  const { body } = request
  const { limits } = destination.backend
  if (request.json === undefined || limits === undefined) return body instanceof PendingBody ? writeLong(request) : { ...request, body }
  const scope = limitScopeOf(destination, headers)
  const known = limits.of(scope.model, scope.features)
  const fitted = known && fitRequest(request.json, known, scope)
  return fitted === undefined && !(body instanceof PendingBody) ? { ...request, body } : writeLong(request, fitted)
}

async function writeLong(request: UpstreamRequest, fitted?: FittedRequest): Promise<SendableRequest> {
  const isWithinLimits = fitted && ({ isWithinLimits: true } as const)
  if (fitted !== undefined && fitted.notes.length > 0) {
    const { json, notes, whole } = fitted
    return { ...request, ...isWithinLimits, whole, notes: [...request.notes, ...notes], body: await writeJsonInTurns(json) }
  }
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
