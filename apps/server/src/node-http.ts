import { createRequire } from 'node:module'

/**
 * Node's HTTP module, loaded by `require`. An `import` reads each of its exports, and a getter among them loads Node's own `fetch` and
 * `WebSocket`. They take 14 MB, and the gateway does not use them.
 */
export const { Agent, ServerResponse, createServer, request } = createRequire(import.meta.url)('node:http') as typeof import('node:http')
