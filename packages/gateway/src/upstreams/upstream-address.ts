import { apiOf, type Api } from './api.ts'
import type { UpstreamWire } from '../wires.ts'

/** Address of an upstream, and the scheme of its paths. */
export interface UpstreamAddress {
  base: URL
  api: Api
  /** Name for messages and logs, without the query of the address. */
  name: string
  /** Values that errors must not show to clients. */
  secrets: readonly string[]
  /** The full path for a path of the API. */
  pathOf(path: string): string
}

/**
 * @param address - The configured address. It may leave out the API's base path, which is the same on every server.
 * @param key - The operator's key.
 */
export function upstreamAddress(address: string, wire: Pick<UpstreamWire, 'id' | 'endpoint'>, key = ''): UpstreamAddress {
  const base = new URL(address)
  const api = apiOf(wire)
  const prefix = base.pathname === '/' ? api.base : base.pathname.replace(/\/$/, '')
  return {
    base,
    api,
    name: base.origin + prefix,
    // Shorter ones are placeholders (`ollama`, `EMPTY`) and versions, which messages may contain as words.
    secrets: [key, ...base.searchParams.values()].filter(({ length }) => length >= 16),
    pathOf: (path) => prefix + path + (path.includes('?') ? base.search.replace('?', '&') : base.search),
  }
}
