import type { PolicyConfig } from '@reason/policy'
import { askForMarker, type Asking } from '../relay/directive.ts'
import type { Destination } from '../relay/destination.ts'
import { rewritten } from '../relay/unwritten.ts'
import { withWrapUps } from '../relay/wrap-up-place.ts'
import type { Backend } from '../upstream/backend.ts'

/**
 * A request as it goes to an upstream.
 *
 * @param model - What the upstream calls the model.
 */
export function address(asking: Asking, backend: Backend, model: string, policy: PolicyConfig): Destination {
  const asked = withWrapUps(named(asking, model), backend)
  return { backend, ...askForMarker(asked, backend.choose(model, backend.upstream.provider), policy) }
}

/** With the name that the upstream has for the model. */
export function named(asking: Asking, model: string): Asking {
  const { request } = asking
  if (request.model === model) return asking
  const json = { ...request.json, model }
  return { request: { ...request, json, model }, bytes: rewritten(json, request, asking.bytes) }
}
