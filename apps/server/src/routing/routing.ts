import { createRouter, type Probe, type Router } from '@reason/routing'
import type { Config } from '../config/load.ts'
import type { Backend } from '../upstream/backend.ts'
import { routingOptions, type Share } from './options.ts'

/** The router of a gateway, and the looks it takes at upstreams that nobody asks. */
export interface Routing extends Router {
  /** Other upstreams from now on; what is known of those that stay is kept. */
  use(config: Pick<Config, 'upstreams' | 'routing'>, backends: ReadonlyMap<string, Backend>): void
  close(): void
}

/** Without upstreams, until it is told of some. */
export function createRouting(share?: Share): Routing {
  const router = createRouter({ upstreams: [] })
  let backends: ReadonlyMap<string, Backend> = new Map()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  return {
    ...router,
    use(config, next) {
      backends = next
      router.update(routingOptions(config, next, share))
      look()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }

  /** One timer for all of them, none where nobody is probed. */
  function look(): void {
    clearTimeout(timer)
    for (const probe of router.dueProbes()) send(probe)
    const next = router.nextProbeInMs()
    if (!closed && Number.isFinite(next)) timer = setTimeout(look, Math.max(1, Math.ceil(next))).unref()
  }

  function send({ upstream: id, timeoutMs }: Probe): void {
    const backend = backends.get(id)
    if (backend === undefined) return router.probed(id, false)
    let over = false
    const finish = (answered: boolean): void => {
      if (over) return
      over = true
      router.probed(id, answered)
      if (!closed) look()
    }
    // Also ends a list that never does.
    setTimeout(() => {
      exchange.abort()
      finish(false)
    }, timeoutMs).unref()
    const exchange = backend.upstream.models(
      {},
      {
        // Whoever refuses a key is there, too.
        onHead: (status) => finish(status < 500),
        onData() {},
        onEnd: () => finish(false),
        onFailure: () => finish(false),
      },
    )
  }
}
