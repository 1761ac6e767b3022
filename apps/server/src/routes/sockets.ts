import type { Socket } from 'node:net'
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ApiError, faultOf, isApiError } from '@reason/gateway/errors'
import { socketApis } from '@reason/gateway/host'
import { createBodyRoom } from '../listen/bodies/body-memory.ts'
import { refuseOn } from '../listen/malformed-http.ts'
import { refuse } from './refuse.ts'
import type { Routes, Services } from './routes.ts'
import { serveSocket } from './socket-connection.ts'

/** Time for clients to complete the closing handshake at a shutdown, in milliseconds. */
const farewell = 1000

/** Allows upgrades to WebSockets. They stay open until `closeSockets`, so that generations can finish. Each message gets its own turn of the event loop. */
export async function takeSockets(app: FastifyInstance, maxPayload: number): Promise<void> {
  const options = { maxPayload, allowSynchronousEvents: false }
  await app.register(websocket, { options, preClose: (done) => done(), errorHandler: onError })
  app.websocketServer.on('wsClientError', ({ message }, socket) => refuseOn(socket as Socket, '400 Bad Request', `${message}.`))
}

function onError(error: NodeJS.ErrnoException, socket: WebSocket, { log }: FastifyRequest): void {
  // The library reports faults of the client after closing: a frame that is too large, or invalid UTF-8. They are not faults of the gateway.
  if (error.code?.startsWith('WS_ERR_') === true) log.debug({ err: faultOf(error) }, 'connection failed')
  else log.error({ err: faultOf(error) }, 'gateway failed')
  socket.terminate()
}

/** Closes all WebSockets when the gateway shuts down. */
export function closeSockets({ websocketServer: { clients } }: FastifyInstance): void {
  for (const client of clients) client.close(1001, 'The gateway is being shut down.')
  setTimeout(() => {
    for (const client of clients) client.terminate()
  }, farewell).unref()
}

/** Whether an address is spoken over WebSockets. */
export const isForSockets = (url = ''): boolean => socketApis.some(({ api }) => url.split('?')[0] === api.path)

/** `GET` of each API that is also spoken over WebSockets, upgraded. */
export const sockets: Routes = (app, services) => {
  // The bodies of requests keep their own room, whatever idle connections remember.
  const memory = createBodyRoom(services.config.bodyLimit)
  for (const socketApi of socketApis) {
    const { api } = socketApi
    app.route({
      method: 'GET',
      url: api.path,
      preValidation: async (request, reply) => {
        const refusal = request.ws ? refusalOf(request, services) : notUpgraded(api.path)
        return refusal && refuse(reply, api, refusal)
      },
      handler: () => undefined,
      wsHandler: (socket, request) => serveSocket(socket, request, { socketApi, services, memory, log: app.log }),
    })
  }
}

/** The error for a client whose key is not valid. */
function refusalOf({ headers }: FastifyRequest, { access }: Services): ApiError | undefined {
  const client = access.identify(headers)
  return isApiError(client) ? client : undefined
}

const notUpgraded = (path: string): ApiError => ({
  status: 426,
  type: 'invalid_request_error',
  code: 'upgrade_required',
  message: `GET ${path} is for WebSockets. Send the request with POST, or connect to ws://...${path}.`,
  headers: { upgrade: 'websocket' },
})
