import { nameOf } from '../settings/upstream-list.ts'
import { apiOf, type Api } from './api.ts'
import type { UpstreamWire } from '../wires.ts'

/** Address of an upstream, and the scheme of its paths. */
export interface UpstreamAddress {
  base: URL
  api: Api
  /** Address without the query, which identifies the upstream. */
  address: string
  /** Name for messages and logs: the address, behind the configured name if there is one. */
  name: string
  /** Values that errors must not show to clients. */
  secrets: readonly string[]
  /** The full path for a path of the API. */
  pathOf(path: string): string
}

/** Configuration of one upstream: the operator's key, and its name. */
export interface UpstreamIdentity {
  upstreamKey: string | undefined
  upstreamName?: string
}

/** @param url - The configured address. It may leave out the API's base path, which is the same on every server. */
export function upstreamAddress(
  url: string,
  wire: Pick<UpstreamWire, 'id' | 'endpoint'>,
  { upstreamKey: key = '', upstreamName = nameOf({ url }) }: UpstreamIdentity,
): UpstreamAddress {
  const base = new URL(url)
  const api = apiOf(wire)
  const prefix = base.pathname === '/' ? api.base : base.pathname.replace(/\/$/, '')
  const address = base.origin + prefix
  return {
    base,
    api,
    address,
    name: upstreamName === nameOf({ url }) ? address : `${upstreamName} (${address})`,
    // Shorter ones are placeholders (`ollama`, `EMPTY`) and versions, which messages may contain as words.
    secrets: [key, ...base.searchParams.values()].filter(({ length }) => length >= 16),
    pathOf: (path) => prefix + path + (path.includes('?') ? base.search.replace('?', '&') : base.search),
  }
}
