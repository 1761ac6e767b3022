import type { Routes } from './routes.ts'

/** `GET /metrics`: metrics of all processes of the gateway, for Prometheus. */
export const metrics: Routes = (app, { peers }) => {
  app.get('/metrics', async (_, reply) => {
    const series = app.series()
    return reply.type(series.contentType).send(await (peers ?? series).metrics())
  })
}
