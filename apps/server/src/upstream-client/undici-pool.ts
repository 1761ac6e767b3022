import { createRequire } from 'node:module'
import type { Pool as UndiciPool, ProxyAgent as UndiciProxyAgent } from 'undici'

const load = createRequire(import.meta.url)

/**
 * Undici's pool of connections and no more of it: with its `fetch`, caches, cookies and WebSockets, which nobody here uses, twice as much would be
 * loaded, 4 MB. Where it lies is as fixed as its version is.
 */
export const Pool = load('undici/lib/dispatcher/pool.js') as typeof UndiciPool

/** The same through a proxy: where there is one, all of undici is loaded, as its tunnels are asked for by its API. */
export const proxyAgent = (): typeof UndiciProxyAgent => (load('undici') as { ProxyAgent: typeof UndiciProxyAgent }).ProxyAgent
