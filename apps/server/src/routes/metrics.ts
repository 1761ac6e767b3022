import type { Routes } from './routes.ts'

/** `GET /metrics`: for Prometheus. */
export const metrics: Routes = (app, services) => {
  app.get('/metrics', async (_, reply) => {
    const registry = services.governance.registry()
    services.governance.upstreams(services.routing?.state() ?? [])
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
