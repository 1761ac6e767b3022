import type { Forgotten, Learned } from '@reason/gateway-api'
import { type ApiError, badRequest } from '@reason/gateway/errors'
import { refuseApi } from './refuse.ts'
import type { Routes, Services } from './routes.ts'

/** `/api/learned`: what the answers of upstreams taught the gateway, and how to make it forget. */
export const learned: Routes = (app, services) => {
  app.get('/api/learned', (_, reply) =>
    reply.send({
      upstreams: Array.from(services.backends.values(), ({ id, learned: known, starts, limits }) => ({
        upstream: id,
        server: starts.server() ?? null,
        models: known.models().map((model) => ({ model, seen: starts.origin(model).seen ?? null, limits: limits.known(model) })),
      })),
    } satisfies Learned),
  )

  /** With neither `upstream` nor `model`: all of it. */
  app.delete('/api/learned', (request, reply) => {
    const { upstream, model, ...others } = request.query as Readonly<Record<string, string | string[] | undefined>>
    const [other] = Object.keys(others)
    if (other !== undefined || Array.isArray(upstream) || Array.isArray(model)) {
      const error = badRequest('DELETE /api/learned takes "upstream" and "model", each at most once.', other ?? 'model')
      return refuseApi(reply, error)
    }
    const { backends } = services
    if (upstream !== undefined && !backends.has(upstream)) return refuseApi(reply, noUpstream(upstream, backends))
    const meant = upstream === undefined ? [...backends.values()] : [backends.get(upstream)!]
    return reply.send({
      forgotten: meant.map(({ id, learned: known }) => ({ upstream: id, models: known.forget(model) })),
    } satisfies Forgotten)
  })
}

const noUpstream = (name: string, backends: Services['backends']): ApiError => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'unknown_upstream',
  message: `There is no upstream ${JSON.stringify(name)}. There are: ${[...backends.keys()].join(', ')}.`,
})
