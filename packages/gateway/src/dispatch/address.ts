import type { PolicyConfig } from '@reason/policy'
import { askForMarker } from './request/directive.ts'
import type { Destination, RequestContent } from '../generation/destination.ts'
import { changedBody } from './request/pending-body.ts'
import { withWrapUps } from './request/wrap-up-placement.ts'
import type { Backend } from '../generation/backend.ts'

/** Addresses a request to an upstream. @param model - The upstream's name of the model. */
export function address(content: RequestContent, backend: Backend, model: string, policy: PolicyConfig): Destination {
  const asked = withWrapUps(named(content, model), backend)
  return { backend, ...askForMarker(asked, backend.choose(model, backend.upstream.provider), policy) }
}

/** Replaces the model name by the upstream's. */
export function named(content: RequestContent, model: string): RequestContent {
  const { request } = content
  if (request.model === model) return content
  const json = { ...request.json, model }
  return { request: { ...request, json, model }, bytes: changedBody(json, request, content.bytes) }
}
