import type { Routes } from './routes.ts'

/** `GET /metrics`: for Prometheus. Of all processes of the gateway. */
export const metrics: Routes = (app, { peers }) => {
  app.get('/metrics', async (_, reply) => {
    const series = app.series()
    return reply.type(series.contentType).send(await (peers ?? series).metrics())
  })
}
