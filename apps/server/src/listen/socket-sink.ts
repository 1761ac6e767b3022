import type { WebSocket } from '@fastify/websocket'
import type { MessageSink } from '@reason/gateway/host'

/** Buffered bytes for a client beyond which its upstream is paused. */
const mostWaiting = 65_536

/** The sink of one generation on a WebSocket. */
export interface SocketSink extends MessageSink {
  /** Ends the generation because the client disconnected or cancelled. */
  abandon(): void
}

/** @param onOver - Called once when the generation has ended. */
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
    // The connection stays open for other generations.
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
