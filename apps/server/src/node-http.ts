import { createRequire } from 'node:module'

/**
 * Node's HTTP. An `import` of it reads each of its exports to make the module's names of them, and so loads Node's own `fetch` and `WebSocket`, which stand
 * behind one: 14 MB that nobody here uses.
 */
export const { Agent, ServerResponse, request } = createRequire(import.meta.url)('node:http') as typeof import('node:http')
