import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { Json } from '../../json.ts'
import { withinLimits, type ModelLimit } from '../../upstreams/model-limits/limit.ts'
import type { Destination } from '../destination.ts'
import { writeJsonInTurns } from '../../event-loop/json-writing.ts'
import type { UpstreamRequest } from './request-writer.ts'

/** The body of a long request that has been changed, and is written when it is sent: in one step that would hold up others. */
export class PendingBody {
  readonly json: Json
  /** The bytes before the first change. */
  readonly from: Buffer

  constructor(json: Json, from: Buffer) {
    this.json = json
    this.from = from
  }

  /** In one step: holds up others. */
  toString(): string {
    return JSON.stringify(this.json)
  }
}

export type RequestBytes = Buffer | PendingBody

/** @param bytes - Of the request before it became this JSON. */
export const changedBody = (json: Json, { isLong }: Pick<ClientRequest, 'isLong'>, bytes: RequestBytes): RequestBytes =>
  isLong === true ? new PendingBody(json, originalBytes(bytes)) : Buffer.from(JSON.stringify(json))

/** The bytes, or those before the first change. */
export const originalBytes = (bytes: RequestBytes): Buffer => (bytes instanceof PendingBody ? bytes.from : bytes)

/** What is sent. */
export interface SendableRequest extends Omit<UpstreamRequest, 'body'> {
  body: Buffer
  /** Nothing is in it that its model is known to refuse. */
  isWithinLimits?: true
}

/** For what is rarely asked: holds up others while a long body is written. */
export const writeNow = (request: UpstreamRequest): SendableRequest => ({
  ...request,
  body: request.body instanceof PendingBody ? Buffer.from(String(request.body)) : request.body,
})

/** A long request also gets within the limits of its model here: reading it once more for that would hold up others. */
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

/** The same with more fields: behind the others, byte for byte, unless one of them is there already. */
export function withFields(bytes: RequestBytes, request: Pick<ClientRequest, 'json' | 'isLong'>, fields: Json): RequestBytes {
  const names = Object.keys(fields)
  if (names.length === 0) return bytes
  if (bytes instanceof PendingBody || names.some((name) => name in request.json))
    return changedBody({ ...request.json, ...fields }, request, bytes)
  const end = bytes.lastIndexOf('}')
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(`,${JSON.stringify(fields).slice(1)}`)])
}
