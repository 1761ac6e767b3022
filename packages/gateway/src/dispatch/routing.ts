import { createRouter, type HealthProbe, type Router } from '@reason/routing'
import type { GatewayConfig } from '../settings/settings.ts'
import { nameOf } from '../settings/upstream-list.ts'
import type { Backend } from '../generation/backend.ts'
import { routingOptions, type LimitShare } from './options.ts'

/** The router of a gateway, with the probes of idle upstreams. */
export interface Routing extends Router {
  /** Switches to other upstreams. The state of an upstream is kept as long as its address and key stay the same. */
  use(config: Used, backends: ReadonlyMap<string, Backend>): void
  close(): void
}

type Used = Pick<GatewayConfig, 'upstreams' | 'routing' | 'upstreamKeys'>

/** Creates a router without upstreams. `use` adds them. */
export function createRouting(share?: LimitShare): Routing {
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

  function send({ upstream: id, timeoutMs }: HealthProbe): void {
    const backend = backends.get(id)
    if (backend === undefined) return router.probed(id, false)
    let over = false
    const finish = (answered: boolean): void => {
      if (over) return
      over = true
      // The backend may have been replaced while the probe was running.
      if (backends.get(id) !== backend) return
      if (!answered) backend.starts.doubt()
      router.probed(id, answered)
      if (!closed) look()
    }
    // Also ends a response that never ends.
    setTimeout(() => {
      call.abort()
      finish(false)
    }, timeoutMs).unref()
    const call = backend.upstream.models(
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

/** Address, format and key of each upstream. If one changes, earlier failures no longer count. */
const placesOf = ({ upstreams = [], upstreamKeys }: Used): ReadonlyMap<string, string> =>
  new Map(upstreams.map((entry) => [nameOf(entry), JSON.stringify([entry.url, entry.format, upstreamKeys[nameOf(entry)]])]))
