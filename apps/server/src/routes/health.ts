import { upstreamView } from '@reason/gateway/host'
import type { Routes } from './routes.ts'

/** `GET /healthz`: the process answers. Ignores the upstream, whose failure is no reason to restart the gateway. */
export const health: Routes = (app, services) => {
  app.get('/healthz', (_, reply) => reply.send({ status: 'ok' }))

  /**
   * `GET /readyz`: whether the gateway should get requests. The gateway stays ready without a database, as long as traces wait in the journal.
   * The response reports stores and upstreams in any case, but does not depend on upstreams and on the store of budgets: every replica would lose
   * them at once.
   */
  app.get('/readyz', async ({ headers }, reply) => {
    const { config, since, governance, routing, access, peers } = services
    const traces = governance.traces?.state()
    const { store, unsettled, counts } = governance.budgets.state()
    const ready = traces?.status !== 'down'
    // Without an administrator key, only the status is shown, without details of stores and upstreams.
    if (access.adminRefusal(headers) !== undefined) return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      traces: traces === undefined ? { status: 'off' } : traces,
      configuration: { hash: config.hash, since: since.toISOString(), file: config.file },
      budgets: { store, unsettled, storeFailures: counts.storeFailures },
      ...(peers !== undefined && { workers: await peers.state() }),
      ...(routing !== undefined && { upstreams: routing.state().map(upstreamView) }),
    })
  })
}
