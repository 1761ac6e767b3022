import { createRequire } from 'node:module'
import type { Pool as UndiciPool, ProxyAgent as UndiciProxyAgent } from 'undici'

const load = createRequire(import.meta.url)

/**
 * Undici's connection pool alone. Its `fetch`, caches, cookies and WebSockets would take 4 MB more, and the gateway uses none of them.
 * The path inside the package is stable because the version is pinned.
 */
export const Pool = load('undici/lib/dispatcher/pool.js') as typeof UndiciPool

/** Undici's agent for a proxy. It needs all of undici, which is therefore loaded only with a proxy. */
export const proxyAgent = (): typeof UndiciProxyAgent => (load('undici') as { ProxyAgent: typeof UndiciProxyAgent }).ProxyAgent
