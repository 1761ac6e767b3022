import { ServerResponse } from '../node-http.ts'

/**
 * The client takes nothing of what is sent: its connection is closed when that goes on for `ms`. What the system can still pass on to it,
 * however slowly, counts as taken.
 *
 * @returns To be called when it reads again. Without that it holds until the answer is out.
 */
export function closeWhenStalled(receiver: object, ms: number): () => void {
  if (!(receiver instanceof ServerResponse) || receiver.socket === null || receiver.writableFinished) return () => {}
  const { socket } = receiver
  const stop = (): void => void socket.setTimeout(0)
  socket.setTimeout(ms)
  // Before Node sets the time for which a connection is kept between two requests.
  receiver.prependOnceListener('finish', stop)
  return stop
}
