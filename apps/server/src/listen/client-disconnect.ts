import type { Socket } from 'node:net'
import { ServerResponse } from '../node-http.ts'

/** A response, or another receiver of data. */
interface Receiver {
  readonly destroyed: boolean
  on(event: 'close', listener: () => void): unknown
}

/** Callbacks of answers that wait for their turn on a connection. All of them share one listener on the socket. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `gone` once, when nothing more can be sent: the response is complete, or the connection is closed. If that is already so, calls it at once. A response
 * to a pipelined request has no socket until the earlier responses are over, so Node emits no `close` for it until then.
 */
export function onGone(receiver: Receiver, gone: () => void): void {
  // A closed receiver emits no further `close`.
  if (isGone(receiver)) return gone()
  if (!(receiver instanceof ServerResponse) || receiver.socket !== null) return void receiver.on('close', gone)
  const { socket } = receiver.req
  const all = waiting.get(socket) ?? watch(socket)
  all.add(gone)
  receiver.on('close', () => all.delete(gone) && gone())
}

function watch(socket: Socket): Set<() => void> {
  const all = new Set<() => void>()
  waiting.set(socket, all)
  socket.once('close', () => {
    for (const gone of all) {
      all.delete(gone)
      gone()
    }
  })
  return all
}

export const isGone = (receiver: Receiver): boolean =>
  receiver.destroyed || (receiver instanceof ServerResponse && receiver.req.socket.destroyed)
