import { apiOf, type Api } from './api.ts'
import type { UpstreamWire } from '../wires.ts'

/** Where an upstream is, and how its paths are written. */
export interface UpstreamAddress {
  base: URL
  api: Api
  /** For messages and logs: without what stands behind the path. */
  name: string
  /** A path of the API, with all that belongs to the address. */
  pathOf(path: string): string
}

/** @param address - As it is configured. Every server that speaks an API has it under the same path: an address may leave it out. */
export function upstreamAddress(address: string, wire: Pick<UpstreamWire, 'id' | 'endpoint'>): UpstreamAddress {
  const base = new URL(address)
  const api = apiOf(wire)
  const prefix = base.pathname === '/' ? api.base : base.pathname.replace(/\/$/, '')
  return {
    base,
    api,
    name: base.origin + prefix,
    pathOf: (path) => prefix + path + (path.includes('?') ? base.search.replace('?', '&') : base.search),
  }
}
