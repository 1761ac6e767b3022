import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import { createServer } from '../node-http.ts'

/** Requests that may wait on one connection for the responses before theirs. Clients send one at a time, or a few. */
const most = 32

const waiting = new WeakMap<object, number>()

/** Closes a connection with more: Node reads thousands in one step, and each would be sent on. @returns Whether the request is to be dropped. */
export function isFlood({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // The one that is answered has the socket.
  if (response.socket !== null) return false
  const count = (waiting.get(socket) ?? 0) + 1
  if (count > most) socket.destroy()
  waiting.set(socket, count)
  response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
  return socket.destroyed
}

/** Drops requests of a flood before `handle`, because Fastify takes twice as long as Node's parser. */
export const createFloodlessServer = (options: ServerOptions, handle: RequestListener): Server =>
  createServer(options, (request, response) => void (isFlood(request, response) || handle(request, response)))
