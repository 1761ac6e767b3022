import type { Socket } from 'node:net'
import { ServerResponse } from '../node-http.ts'

/** To whom something is sent. */
interface Receiver {
  readonly destroyed: boolean
  on(event: 'close', listener: () => void): unknown
}

/** Answers that wait for their turn on a connection: one listener there, however many they are. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `gone` once, when nothing can be sent any more: all was sent, or the connection is closed. At once, where that is so already. An answer to a pipelined request has no
 * connection of its own until the ones before it are over, and is not told by Node when that is closed meanwhile.
 */
export function onGone(receiver: Receiver, gone: () => void): void {
  // Nobody is told once more.
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
