import type { PolicyConfig } from '@reason/policy'
import { withoutStops } from '../client-apis/stop-sequences.ts'
import { askForMarker } from './request/directive.ts'
import { mayBeStreamed, streamedInside } from './request/internal-streaming.ts'
import type { Destination, RequestContent } from '../generation/destination.ts'
import { changedBody } from './request/pending-body.ts'
import { withWrapUps } from './request/wrap-up-placement.ts'
import type { Backend } from '../generation/backend.ts'

/** Addresses a request to an upstream. @param model - The upstream's name of the model. */
export function address(content: RequestContent, backend: Backend, model: string, policy: PolicyConfig): Destination {
  const asked = withWrapUps(withStopsApart(named(content, model), backend), backend)
  return { backend, ...askForMarker(asked, backend.choose(model, backend.upstream.provider), policy) }
}

/** Replaces the model name by the upstream's. */
export function named(content: RequestContent, model: string): RequestContent {
  const { request } = content
  if (request.model === model) return content
  const json = { ...request.json, model }
  return { request: { ...request, json, model }, bytes: changedBody(json, request, content.bytes) }
}

/** Keeps the stop sequences in the gateway, which compares them with the answer. A whole answer is streamed for that, so that it can end there. */
function withStopsApart({ request, bytes }: RequestContent, { stopsInAnswer }: Backend): RequestContent {
  const apart = stopsInAnswer ? withoutStops(request.json) : undefined
  if (apart === undefined) return { request, bytes }
  const { json, stops } = apart
  const content = { request: { ...request, json, answerStops: stops }, bytes: changedBody(json, request, bytes) }
  return request.stream || !mayBeStreamed(request) ? content : streamedInside(content)
}
