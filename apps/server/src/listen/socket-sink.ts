import type { WebSocket } from '@fastify/websocket'
import type { MessageSink } from '@reason/gateway/host'

/** Bytes that may wait for a client before its upstream is paused. */
const mostWaiting = 65_536

/** One generation of a connection. */
export interface SocketSink extends MessageSink {
  /** The client has gone, or has had enough. */
  abandon(): void
}

/** @param onOver - Nothing more is said of this generation. */
export function createSocketSink(socket: WebSocket, onOver: () => void): SocketSink {
  let isOver = false
  const closing: (() => void)[] = []
  const draining: (() => void)[] = []

  return {
    framing: 'messages',
    isGone: () => isOver,
    isFull: () => socket.bufferedAmount > mostWaiting,
    send(message) {
      if (!isOver && socket.readyState === socket.OPEN) socket.send(message, onSent)
    },
    ping() {
      if (!isOver && socket.readyState === socket.OPEN) socket.ping()
    },
    onGone(run) {
      if (isOver) run()
      else closing.push(run)
    },
    // The connection stays, for other generations.
    written() {},
    onDrain: (run) => void draining.push(run),
    end: finish,
    destroy: () => socket.terminate(),
    abandon() {
      if (isOver) return
      finish()
      tellGone()
    },
  }

  function onSent(): void {
    if (!isOver && socket.bufferedAmount <= mostWaiting) for (const listener of draining) listener()
  }

  function finish(): void {
    if (isOver) return
    isOver = true
    onOver()
    // The caller of `end` finishes its own work before the listeners run.
    queueMicrotask(tellGone)
  }

  /** Calls each listener once. */
  function tellGone(): void {
    for (const listener of closing.splice(0)) listener()
  }
}
