import { createRequire } from 'node:module'
import type { Pool as UndiciPool } from 'undici'

/**
 * Undici's pool of connections and no more of it: with its `fetch`, caches, cookies and WebSockets, which nobody here uses, twice as much would be
 * loaded, 4 MB. Where it lies is as fixed as its version is.
 */
export const Pool = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js') as typeof UndiciPool
