import type { Forgotten, LearnedReport } from '@reason/gateway-api'
import { notFound, type ManagementCall } from './management-call.ts'

/** `/api/learned`: lists and deletes the facts that the gateway has learned from upstream answers. */
export const learnedCalls: readonly ManagementCall[] = [
  {
    method: 'GET',
    path: '/api/learned',
    answer: (_, { backends }) => ({
      json: {
        upstreams: Array.from(backends.values(), ({ id, learned: known, starts, limits }) => ({
          upstream: id,
          server: starts.server() ?? null,
          models: known.models().map((model) => ({ model, seen: starts.origin(model).seen ?? null, limits: limits.known(model) })),
        })),
      } satisfies LearnedReport,
    }),
  },
  {
    // Without `upstream` and `model`, deletes everything.
    method: 'DELETE',
    path: '/api/learned',
    query: ['upstream', 'model'],
    answer({ query: { upstream, model } }, { backends }) {
      if (upstream !== undefined && !backends.has(upstream))
        return notFound(
          'unknown_upstream',
          `There is no upstream ${JSON.stringify(upstream)}. There are: ${[...backends.keys()].join(', ')}.`,
        )
      const meant = upstream === undefined ? [...backends.values()] : [backends.get(upstream)!]
      return {
        json: { forgotten: meant.map(({ id, learned: known }) => ({ upstream: id, models: known.forget(model) })) } satisfies Forgotten,
      }
    },
  },
]
