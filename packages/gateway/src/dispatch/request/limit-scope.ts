import type { ModelLimit } from '@reason/gateway-api'
import type { Destination } from '../../generation/destination.ts'
import type { Head } from '../../head.ts'
import type { Json } from '../../json.ts'
import { withinLimits, type FittedBody } from '../../upstreams/model-limits/within-limits.ts'

/** Properties of a request besides its body that decide which limits of its model apply. */
export interface LimitScope {
  model: string
  /** Version and beta headers, which decide what fields an upstream accepts. Undefined: the upstream gets no such headers. */
  features: string | undefined
  /** The request asks for a stream by its address, and not by a field. */
  streamsByAddress: boolean
}

export function limitScopeOf({ backend, request }: Pick<Destination, 'backend' | 'request'>, headers: Head): LimitScope {
  const { api } = backend.upstream
  const { model, stream } = request
  const names = api.featureHeaders
  return {
    model,
    features: names.length === 0 ? undefined : names.map((name) => [headers[name] ?? api.headers[name]].flat().join()).join(' '),
    streamsByAddress: stream && api.streamsByAddress,
  }
}

/** The body as limits read it: a stream is always a field, so that limits know one way to ask for it. */
export const asLimitsRead = (json: Json, { streamsByAddress }: LimitScope): Json => (streamsByAddress ? { ...json, stream: true } : json)

export interface FittedRequest extends FittedBody {
  /** The request goes to the address of whole answers, although its client asked for a stream. */
  whole?: true
}

/** Changes a request to fit the limits of its model. `notes` is empty if nothing changed. */
export function fitRequest(json: Json, limits: readonly ModelLimit[], scope: LimitScope, streaming?: Json): FittedRequest {
  const mended = withinLimits(asLimitsRead(json, scope), scope.model, limits, streaming)
  if (!scope.streamsByAddress) return mended
  const { stream, ...rest } = mended.json
  return { json: rest, notes: mended.notes, ...(stream === false && { whole: true as const }) }
}
