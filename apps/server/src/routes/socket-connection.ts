import type { WebSocket } from '@fastify/websocket'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { type ApiError, badRequest, faultOf, isApiError, noRoom } from '@reason/gateway/errors'
import { handle, inTurn, loggedIds, refusalByHeaders, sendError, textLimit, type SocketApi } from '@reason/gateway/host'
import type { BodyPlace, BodyRoom } from '../listen/bodies/body-memory.ts'
import { createHeartbeat } from '../listen/socket-heartbeat.ts'
import { createSocketSink, type SocketSink } from '../listen/socket-sink.ts'
import type { Services } from './routes.ts'

/** Milliseconds between two pings of a client. */
const heartbeatMs = 30_000

/** Buffered bytes beyond which a client that still sends is disconnected. */
const mostUnread = 1_048_576

export interface ServedSocket {
  socketApi: SocketApi
  services: Services
  /** For what connections remember. */
  memory: BodyRoom
  log: FastifyBaseLogger
}

/** A message, and the memory that it takes until its answer ends. */
interface Waiting {
  message: Buffer
  place: BodyPlace
}

/**
 * Serves one connection until it closes.
 *
 *   idle ─request─▶ running ─end, error─▶ idle, or the next waiting request
 *                      └─cancel─▶ cancelled ─▶ idle
 */
export function serveSocket(
  socket: WebSocket,
  { id: connection, headers, raw }: FastifyRequest,
  { socketApi, services, memory, log: ofAll }: ServedSocket,
): void {
  const { api } = socketApi
  let running: SocketSink | undefined
  const waiting: Waiting[] = []
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
    const unread = socket.bufferedAmount
    if (heartbeat.beat(unread, raw.socket.bytesWritten - unread, services.config.stallTimeout)) return socket.terminate()
    socket.ping()
  }, heartbeatMs).unref()

  const remembered = memory.open()
  const dialog = socketApi.open({ mostBytes: textLimit(services.config.bodyLimit), hold: (bytes) => remembered.hold(bytes) })
  // The bytes of a message that has not ended count, too.
  const unfinished = services.room.open()
  let ended = raw.socket.bytesRead
  raw.socket.on('data', () => void (unfinished.hold(raw.socket.bytesRead - ended) || socket.terminate()))
  // A control frame, with a head of six bytes, is no part of a message.
  for (const type of ['ping', 'pong'] as const) socket.on(type, ({ length }) => void (ended += 6 + length))
  socket.on('pong', () => heartbeat.heard(socket.bufferedAmount))
  socket.on('message', (data) => {
    heartbeat.heard(socket.bufferedAmount)
    ended = raw.socket.bytesRead
    unfinished.leave()
    const message = Buffer.isBuffer(data) ? data : Buffer.concat([data].flat() as Uint8Array[])
    // The client does not read its answers, and each further message would add one to the buffer.
    if (socket.bufferedAmount > mostUnread) return socket.terminate()
    const control = dialog.control(message)
    if (control === 'cancel') return cancel()
    if (control !== undefined) return control.reply === undefined ? undefined : socket.send(control.reply)
    const place = services.room.open()
    if (!place.hold(message.length)) {
      countRefusal(noRoom, ofAll.child(loggedIds(connection, headers)))
      return socket.send(dialog.errorMessage(noRoom))
    }
    if (running === undefined) return begin({ message, place })
    if (waiting.length < dialog.mostWaiting) return void waiting.push({ message, place })
    place.leave()
    socket.send(dialog.errorMessage(busy))
  })
  socket.on('close', () => {
    clearInterval(timer)
    for (const { place } of [...waiting.splice(0), { place: unfinished }, { place: remembered }]) place.leave()
    unfollow?.()
    running?.abandon()
  })

  function begin({ message, place }: Waiting): void {
    // A generation keeps the configuration with which it began.
    const release = services.hold()
    const messages = createSocketSink(socket, () => {
      running = undefined
      place.leave()
      release()
      if (shutOut !== undefined) return leave()
      const next = waiting.shift()
      if (next !== undefined) begin(next)
    })
    running = messages
    const { sink, read } = dialog.turn(messages)
    const id = `${connection}-${++count}`
    // Each generation has its own id in logs and traces, because a connection has many generations.
    const log = ofAll.child(loggedIds(id, headers))
    begun().catch((error: unknown) => {
      log.error({ err: faultOf(error) }, 'gateway failed')
      sink.destroy()
    })

    async function begun(): Promise<void> {
      const body = (await refusalByHeaders(services, headers)) ?? (await read(message))
      if (body === undefined) return
      if (!Buffer.isBuffer(body)) return refuse(body)
      // With the items that the connection remembers, it may be longer than its message.
      if (!place.hold(body.length)) return refuse(noRoom)
      const { headersDistinct: headLines } = raw
      await new Promise<void>((resolve) => inTurn('request', resolve))
      return handle({ id, api, head: headers, headLines, body, isStream: true, sink, log }, services)
    }

    function refuse(error: ApiError): void {
      countRefusal(error, log)
      sendError(sink, api, error)
    }
  }

  function countRefusal({ status, code }: ApiError, log: FastifyBaseLogger): void {
    services.governance.requestStarted(api.path).finished(status)
    log.info({ status, code }, 'refused')
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
  'This connection already runs a generation, and no further request may wait. Wait for its end, cancel it, or open another connection.',
  null,
  'busy',
  409,
)
