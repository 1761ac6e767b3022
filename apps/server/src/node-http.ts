import { createRequire } from 'node:module'

/**
 * Node's HTTP module, loaded by `require`. An `import` reads each of its exports, and a getter among them loads Node's own `fetch` and
 * `WebSocket`: 14 MB that the gateway does not use.
 */
export const { Agent, ServerResponse, request } = createRequire(import.meta.url)('node:http') as typeof import('node:http')
