import type { WireWriter } from '@reason/core/wire'
import type { Exchange } from '../upstreams/upstream.ts'
import type { AnswerWriter } from './answer-writer.ts'
import type { MessageTarget } from './target.ts'

/** An answer as messages, one for each event. When the client does not keep up, the upstream is paused. */
export function openMessages(writer: WireWriter, target: MessageTarget, upstream: Pick<Exchange, 'pause' | 'resume'>): AnswerWriter {
  let isOpen = false
  let paused = false
  target.onDrain(() => {
    if (!paused) return
    paused = false
    upstream.resume()
  })

  return {
    push(parts) {
      for (const part of parts) {
        for (const { data } of writer.push(part)) {
          isOpen = true
          target.send(data)
        }
      }
    },
    flush() {
      if (paused || !target.isFull) return
      paused = true
      upstream.pause()
    },
    textFrame: () => undefined,
    pass() {},
    idle: () => target.ping(),
    end() {
      for (const { data } of writer.end()) target.send(data)
      target.end()
    },
    isOpen: () => isOpen,
  }
}
