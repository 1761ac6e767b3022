import { createRouter, type Probe, type Router } from '@reason/routing'
import type { GatewayConfig } from '../settings/settings.ts'
import { nameOf } from '../settings/upstream-list.ts'
import type { Backend } from './backend.ts'
import { routingOptions, type Share } from './options.ts'

/** The router of a gateway, with the probes of idle upstreams. */
export interface Routing extends Router {
  /** Other upstreams from now on; what is known of those that stay is kept, as long as their address and their key do. */
  use(config: Used, backends: ReadonlyMap<string, Backend>): void
  close(): void
}

type Used = Pick<GatewayConfig, 'upstreams' | 'routing' | 'upstreamKeys'>

/** Without upstreams, until it is told of some. */
export function createRouting(share?: Share): Routing {
  const router = createRouter({ upstreams: [] })
  let backends: ReadonlyMap<string, Backend> = new Map()
  let places: ReadonlyMap<string, string> = new Map()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  return {
    ...router,
    use(config, next) {
      backends = next
      router.update(routingOptions(config, next, share))
      const before = places
      places = placesOf(config)
      for (const [id, place] of places) if (before.get(id) !== place) router.forget(id)
      look()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }

  /** Sends the probes that are due. One timer serves all upstreams; without probes there is none. */
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
      // It may be asked elsewhere by now, and who was asked be closed.
      if (backends.get(id) !== backend) return
      if (!answered) backend.starts.doubt()
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
        // An upstream that refuses the key is up, too.
        onHead: (status) => finish(status < 500),
        onData() {},
        onEnd: () => finish(false),
        onFailure: () => finish(false),
      },
    )
  }
}

/** Where upstreams are asked, and with which key: what one fails by at another place says nothing of this one. */
const placesOf = ({ upstreams = [], upstreamKeys }: Used): ReadonlyMap<string, string> =>
  new Map(upstreams.map((entry) => [nameOf(entry), JSON.stringify([entry.url, entry.format, upstreamKeys[nameOf(entry)]])]))
