import { ServerResponse } from '../node-http.ts'

/**
 * Closes the connection of a client that reads nothing for `ms` milliseconds. Data that the system can still pass on to the client, however slowly, counts as
 * read.
 *
 * @returns Stops the timer; call it when the client reads again. Otherwise the timer runs until the response is complete.
 */
export function closeWhenStalled(receiver: object, ms: number): () => void {
  if (!(receiver instanceof ServerResponse) || receiver.socket === null || receiver.writableFinished) return () => {}
  const { socket } = receiver
  const stop = (): void => void socket.setTimeout(0)
  socket.setTimeout(ms)
  // Runs before Node sets the keep-alive timeout of the connection.
  receiver.prependOnceListener('finish', stop)
  return stop
}
