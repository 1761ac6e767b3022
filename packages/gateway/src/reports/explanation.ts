import type { ExplainedUpstream, Explanation } from '@reason/gateway-api'
import type { Router } from '@reason/routing'
import type { Backend } from '../generation/backend.ts'
import type { RuntimeState } from '../runtime.ts'

/** Upstreams that a request may go to. */
interface Whom extends Pick<RuntimeState, 'backends' | 'first'> {
  routing: Pick<Router, 'route'> | undefined
}

/** Explains which upstream a request for a model would go to, and which adapter would split its answer. Sends nothing. */
export function explained({ routing, backends, first }: Whom, model: string, session?: string): Explanation {
  if (routing === undefined) return { model, upstreams: [{ ...describe(first, model), verdict: 'taken', reason: 'is the only one' }] }
  const { candidates, refusal } = routing.route({ model, ...(session !== undefined && { affinity: session }) })
  return {
    model,
    ...(refusal !== undefined && { refusal }),
    upstreams: candidates.map(({ upstream, verdict, reason, model: name, group }) => ({
      ...describe(backends.get(upstream)!, name),
      verdict,
      reason,
      ...(verdict === 'taken' && { group }),
    })),
  }
}

/** Describes an upstream, and how answers of its model are split. */
function describe(
  { id, upstream, choose, starts, limits }: Backend,
  model: string,
): Omit<ExplainedUpstream, 'verdict' | 'reason' | 'group'> {
  const { adapter, context, native, candidates, passport } = choose(model, upstream.provider)
  const origin = starts.origin(context.model ?? model)
  const startFor = (guarded: boolean): ExplainedUpstream['start']['full'] | undefined => {
    const plan = adapter.start?.({ ...context, origin, ...(guarded && { guarded }) })
    return plan && { start: plan.start, by: plan.by }
  }
  return {
    upstream: id,
    address: upstream.address,
    format: upstream.api.id,
    provider: upstream.provider ?? null,
    model,
    // Settings that the model refuses, according to the model list or earlier refusals.
    limits: limits.known(model),
    splitting: { adapter: adapter.id, native, candidates, flags: passport.flags },
    // Start of the text and its evidence: for clients that see reasoning, and for those that do not.
    start: { full: startFor(false) ?? null, none: startFor(true) ?? null, seen: origin.seen ?? null, server: starts.server() ?? null },
  }
}
