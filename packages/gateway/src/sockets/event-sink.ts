import { Buffer } from 'node:buffer'
import { createFrameDecoder } from '@reason/core/framing'
import type { Frame } from '@reason/core/wire'
import { pauseWhileFull } from '../relay/delivery/pause-while-full.ts'
import type { MessageSink, Pausable, ResponseSink, StreamBody } from '../relay/sink.ts'

/** How an answer over HTTP becomes messages. */
export interface EventMessages {
  /** The message for an event. */
  ofEvent(event: Frame): string
  /** The message for an error instead of an answer. @param body - JSON of the error. */
  ofError(status: number, body: string): string
}

/** A sink for a stream of server-sent events that sends each event as a message, so that clients get over a WebSocket what they get over HTTP. */
export function createEventSink(sink: MessageSink, messages: EventMessages): ResponseSink {
  return {
    ...sink,
    framing: 'response',
    send(status, _, body) {
      sink.send(messages.ofError(status, String(body)))
      sink.end()
    },
    stream: (_, upstream) => openBody(sink, messages, upstream),
  }
}

function openBody(sink: MessageSink, { ofEvent }: EventMessages, upstream: Pausable): StreamBody {
  const decoder = createFrameDecoder('sse')
  const flush = pauseWhileFull(sink, upstream)
  return {
    write,
    pass(bytes, more) {
      write(Buffer.from(bytes, 'latin1').toString('utf8'))
      if (!more) flush()
    },
    flush,
    // The messages were sent already.
    flushSoon: flush,
    end: () => sink.end(),
  }

  function write(text: string): void {
    // A comment keeps the connection alive.
    if (text.startsWith(':')) return sink.ping()
    for (const event of decoder.push(text)) sink.send(ofEvent(event))
  }
}
