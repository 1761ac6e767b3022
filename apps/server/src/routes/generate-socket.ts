import type { Socket } from 'node:net'
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { type ApiError, badRequest, faultOf, isApiError, noRoom } from '@reason/gateway/errors'
import { generate, isCancel } from '@reason/gateway/client-apis'
import { errorEvent, handle, inTurn, loggedIds, refusalByHeaders, sendError } from '@reason/gateway/host'
import { refuseOn } from '../listen/malformed-http.ts'
import { createHeartbeat } from '../listen/socket-heartbeat.ts'
import { createSocketSink, type SocketSink } from '../listen/socket-sink.ts'
import { refuse } from './refuse.ts'
import type { Routes, Services } from './routes.ts'

/** Milliseconds between two pings of a client. */
const heartbeatMs = 30_000

/** Time for clients to complete the closing handshake at a shutdown, in milliseconds. */
const farewell = 1000

/** Buffered bytes beyond which a client that still sends is disconnected. */
const mostUnread = 1_048_576

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

/** `GET /v1/generate`, upgraded: the same as `POST`, over a WebSocket. */
export const generateSocket: Routes = (app, services) => {
  app.route({
    method: 'GET',
    url: generate.path,
    preValidation: async (request, reply) => {
      const refusal = request.ws ? refusalOf(request, services) : notUpgraded
      return refusal && refuse(reply, generate, refusal)
    },
    handler: () => undefined,
    wsHandler: (socket, request) => serve(socket, request, services, app.log),
  })
}

/** Error if the client's key is not valid. */
function refusalOf({ headers }: FastifyRequest, { access }: Services): ApiError | undefined {
  const client = access.identify(headers)
  return isApiError(client) ? client : undefined
}

/**
 *   idle ─request─▶ running ─final, error─▶ idle
 *                      └─cancel─▶ cancelled ─▶ idle
 */
function serve(socket: WebSocket, { id: connection, headers, raw }: FastifyRequest, services: Services, ofAll: FastifyBaseLogger): void {
  let running: SocketSink | undefined
  let count = 0
  const heartbeat = createHeartbeat()
  /** The error for a client whose key was revoked. */
  let shutOut: ApiError | undefined
  const client = services.access.identify(headers)
  const unfollow = isApiError(client)
    ? undefined
    : services.access.follow(client, (why) => {
        shutOut = why
        // A running generation gets the error first.
        if (running === undefined) leave()
      })
  const timer = setInterval(() => {
    const waiting = socket.bufferedAmount
    if (heartbeat.beat(waiting, raw.socket.bytesWritten - waiting, services.config.stallTimeout)) return socket.terminate()
    socket.ping()
  }, heartbeatMs).unref()

  // The bytes of a message that has not ended count, too.
  const unfinished = services.room.open()
  let ended = raw.socket.bytesRead
  raw.socket.on('data', () => void (unfinished.hold(raw.socket.bytesRead - ended) || socket.terminate()))
  socket.on('pong', () => heartbeat.heard(socket.bufferedAmount))
  socket.on('message', (data) => {
    heartbeat.heard(socket.bufferedAmount)
    ended = raw.socket.bytesRead
    unfinished.leave()
    const bytes = Buffer.isBuffer(data) ? data : Buffer.concat([data].flat() as Uint8Array[])
    // The client does not read its answers, and each further message would add one to the buffer.
    if (socket.bufferedAmount > mostUnread) return socket.terminate()
    if (isCancel(bytes)) return cancel()
    if (running !== undefined) return socket.send(errorEvent(busy))
    begin(bytes)
  })
  socket.on('close', () => {
    clearInterval(timer)
    unfinished.leave()
    unfollow?.()
    running?.abandon()
  })

  function begin(body: Buffer): void {
    // A generation keeps the configuration with which it began.
    const release = services.hold()
    const place = services.room.open()
    const sink = createSocketSink(socket, () => {
      running = undefined
      place.leave()
      release()
      if (shutOut !== undefined) leave()
    })
    running = sink
    const id = `${connection}-${++count}`
    // Each generation has its own id in logs and traces, because a connection has many generations.
    const log = ofAll.child(loggedIds(id, headers))
    begun().catch((error: unknown) => {
      log.error({ err: faultOf(error) }, 'gateway failed')
      sink.destroy()
    })

    async function begun(): Promise<void> {
      const refusal = place.hold(body.length) ? await refusalByHeaders(services, headers) : noRoom
      if (refusal === undefined) {
        const { headersDistinct: headLines } = raw
        await new Promise<void>((resolve) => inTurn('request', resolve))
        return handle({ id, api: generate, head: headers, headLines, body, isStream: true, sink, log }, services)
      }
      services.governance.requestStarted(generate.path).finished(refusal.status)
      log.info({ status: refusal.status, code: refusal.code }, 'refused')
      sendError(sink, generate, refusal)
    }
  }

  function leave(): void {
    socket.close(1008, shutOut!.message)
  }

  function cancel(): void {
    // The generation may have ended while the message was on its way.
    if (running === undefined) return
    running.abandon()
    socket.send(JSON.stringify({ type: 'cancelled' }))
  }
}

const busy = badRequest(
  'This connection already runs a generation. Wait for its end, send {"type":"cancel"}, or open another connection.',
  null,
  'busy',
  409,
)

const notUpgraded: ApiError = {
  status: 426,
  type: 'invalid_request_error',
  code: 'upgrade_required',
  message: 'GET /v1/generate is for WebSockets. Send the request with POST, or connect to ws://.../v1/generate.',
  headers: { upgrade: 'websocket' },
}
