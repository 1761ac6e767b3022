import type { Routes } from './routes.ts'

/** `GET /metrics`: for Prometheus. */
export const metrics: Routes = (app, { governance }) => {
  app.get('/metrics', async (_, reply) => {
    const registry = governance.registry()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
