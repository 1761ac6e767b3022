import { nameOf } from '../settings/upstream-list.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import { apiOf } from './api.ts'
import { providerOf, providerOfEngine } from './providers.ts'
import type { Upstream } from './upstream.ts'
import type { UpstreamWire } from '../wires.ts'

/** Address of an upstream, and the scheme of its paths. */
export interface UpstreamAddress {
  base: URL
  /**
   * Known before any request. The address has no query, and identifies the upstream. The name is for messages and logs: the address, behind the configured
   * name if there is one.
   */
  facts: Pick<Upstream, 'name' | 'address' | 'provider' | 'engine' | 'api' | 'secrets'>
  /** The full path for a path of the API. */
  pathOf(path: string): string
}

/** Configuration of one upstream: who it is, the operator's key, and its name. */
export type UpstreamIdentity = Pick<GatewayConfig, 'upstreamProvider' | 'upstreamEngine' | 'upstreamKey'> & { upstreamName?: string }

/** @param url - The configured address. It may leave out the API's base path, which is the same on every server. */
export function upstreamAddress(
  url: string,
  wire: Pick<UpstreamWire, 'id' | 'endpoint'>,
  { upstreamKey: key = '', upstreamProvider, upstreamEngine: engine, upstreamName = nameOf({ url }) }: UpstreamIdentity,
): UpstreamAddress {
  const base = new URL(url)
  const api = apiOf(wire)
  const prefix = base.pathname === '/' ? api.base : base.pathname.replace(/\/$/, '')
  const address = base.origin + prefix
  return {
    base,
    facts: {
      name: upstreamName === nameOf({ url }) ? address : `${upstreamName} (${address})`,
      address,
      provider: upstreamProvider ?? providerOfEngine(engine) ?? providerOf(base.hostname),
      engine,
      api,
      // Shorter ones are placeholders (`ollama`, `EMPTY`) and versions, which messages may contain as words.
      secrets: [key, ...base.searchParams.values()].filter(({ length }) => length >= 16),
    },
    pathOf: (path) => prefix + path + (path.includes('?') ? base.search.replace('?', '&') : base.search),
  }
}
