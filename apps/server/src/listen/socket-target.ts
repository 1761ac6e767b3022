import type { WebSocket } from '@fastify/websocket'
import type { MessageTarget } from '../gateway/relay/target.ts'

/** Bytes that may wait for a client before its upstream is paused. */
const mostWaiting = 65_536

/** One generation of a connection. */
export interface SocketTarget extends MessageTarget {
  /** The client has gone, or has had enough. */
  abandon(): void
}

/** @param onOver - Nothing more is said of this generation. */
export function createSocketTarget(socket: WebSocket, onOver: () => void): SocketTarget {
  let isOver = false
  const closing: (() => void)[] = []
  const draining: (() => void)[] = []

  return {
    get destroyed() {
      return isOver
    },
    get isFull() {
      return socket.bufferedAmount > mostWaiting
    },
    send(message) {
      if (!isOver && socket.readyState === socket.OPEN) socket.send(message, onSent)
    },
    ping() {
      if (!isOver && socket.readyState === socket.OPEN) socket.ping()
    },
    on: (_, listener) => closing.push(listener),
    onDrain: (listener) => void draining.push(listener),
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
    // Whoever ends it has more to do before it is over for him, too.
    queueMicrotask(tellGone)
  }

  /** Each of them once. */
  function tellGone(): void {
    for (const listener of closing.splice(0)) listener()
  }
}
