import type { MessageSink, Pausable } from '../sink.ts'

/** Pauses an upstream while the client of a connection does not keep up. @returns To be called after messages were sent. */
export function pauseWhileFull(sink: MessageSink, upstream: Pausable): () => void {
  let paused = false
  sink.onDrain(() => {
    if (!paused) return
    paused = false
    upstream.resume()
  })
  return () => {
    if (paused || !sink.isFull()) return
    paused = true
    upstream.pause()
  }
}
