import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from '../node-http.ts'
import { refuseOn } from './malformed-http.ts'

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

/** Drops requests of a flood before `handle`, because Fastify takes twice as long as Node's parser. Node would refuse some others without a body. */
export function createFloodlessServer(options: ServerOptions, handle: RequestListener): Server {
  const pass: RequestListener = (request, response) => void (isFlood(request, response) || handle(request, response))
  return createServer(options, pass)
    .on('checkExpectation', pass)
    .on('connect', (_, socket) =>
      refuseOn(socket as Socket, '405 Method Not Allowed', 'The gateway is no proxy. Send it requests of its own API.'),
    )
}
