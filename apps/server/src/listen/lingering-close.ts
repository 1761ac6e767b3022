import type { IncomingMessage } from 'node:http'

/** Time in which a client may go on sending after the answer, in milliseconds. */
const lingerMs = 10_000

/**
 * Reads on while the connection of a refused request is being closed. Closing a connection with unread bytes resets it, and a client that is still sending its
 * body would lose the answer.
 */
export function lingerOnClose(request: IncomingMessage, ms = lingerMs): void {
  const { socket } = request
  const close = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) return close()
    socket.end()
    request.resume()
    request.once('end', close)
    const timer = setTimeout(() => socket.destroy(), ms)
    socket.once('close', () => clearTimeout(timer))
  }
}
