import type { PolicyConfig } from '@reason/policy'
import { askForMarker, type Asking } from './request/directive.ts'
import type { Destination } from '../generation/destination.ts'
import { changedBody } from './request/pending-body.ts'
import { withWrapUps } from './request/wrap-up-placement.ts'
import type { Backend } from '../generation/backend.ts'

/** Addresses a request to an upstream. @param model - The upstream's name of the model. */
export function address(asking: Asking, backend: Backend, model: string, policy: PolicyConfig): Destination {
  const asked = withWrapUps(named(asking, model), backend)
  return { backend, ...askForMarker(asked, backend.choose(model, backend.upstream.provider), policy) }
}

/** Replaces the model name by the upstream's. */
export function named(asking: Asking, model: string): Asking {
  const { request } = asking
  if (request.model === model) return asking
  const json = { ...request.json, model }
  return { request: { ...request, json, model }, bytes: changedBody(json, request, asking.bytes) }
}
