import type { Routes } from './routes.ts'

/** `GET /healthz`: the process answers. Says nothing about the upstream, whose failure is no reason to restart the gateway. */
export const health: Routes = (app) => {
  app.get('/healthz', (_, reply) => reply.send({ status: 'ok' }))
}
