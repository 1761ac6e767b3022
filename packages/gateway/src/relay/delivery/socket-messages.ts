import type { WireWriter } from '@reason/core/wire'
import type { AnswerWriter } from './answer-writer.ts'
import { pauseWhileFull } from './pause-while-full.ts'
import type { Pausable, MessageSink } from '../sink.ts'

/** Writes an answer as messages, one per event. Pauses the upstream while the client does not keep up. */
export function openMessages(writer: WireWriter, sink: MessageSink, upstream: Pausable): AnswerWriter {
  let isOpen = false

  return {
    push(parts) {
      for (const part of parts) {
        for (const { data } of writer.push(part)) {
          isOpen = true
          sink.send(data)
        }
      }
    },
    flush: pauseWhileFull(sink, upstream),
    textFrame: () => undefined,
    pass() {},
    passed() {},
    idle: () => sink.ping(),
    end() {
      for (const { data } of writer.end()) sink.send(data)
      sink.end()
    },
    isOpen: () => isOpen,
  }
}
