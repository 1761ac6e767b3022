import type { Call } from '../upstreams/upstream.ts'

/** Headers of an answer. */
export type AnswerHead = Readonly<Record<string, string | string[]>>

/** Where an answer goes: the response to an HTTP request, or the messages of a connection. */
export type Sink = ResponseSink | MessageSink

interface AnySink {
  /** Nothing can be sent any more: the client has left, or has all of it. */
  isGone(): boolean
  /** Calls `run` once, when nothing can be sent any more; at once, where that is so already. */
  onGone(run: () => void): void
  /** The answer is written. What the client has not taken yet may take as long as the sink allows. @param closing - The connection ends behind it. */
  written(closing: boolean): void
  destroy(): void
}

/** The response to an HTTP request. */
export interface ResponseSink extends AnySink {
  readonly framing: 'response'
  /** The client does not keep up, or all is written. */
  isFull(): boolean
  /** All of an answer. */
  send(status: number, head: AnswerHead, body: string | Buffer<ArrayBuffer>): void
  /** The head of a streamed answer, and what its body is written to. @param upstream - Paused while the client does not keep up. */
  stream(head: AnswerHead, upstream: Flow): StreamBody
}

/** Events go one by one, and an error is an event of its own: one generation of a WebSocket. */
export interface MessageSink extends AnySink {
  readonly framing: 'messages'
  isFull(): boolean
  send(message: string): void
  /** Calls `run` each time that it is no longer full. */
  onDrain(run: () => void): void
  /** A sign of life. */
  ping(): void
  /** Nothing follows. */
  end(): void
}

/** What can be held up while a client does not keep up. */
export type Flow = Pick<Call, 'pause' | 'resume'>

/** The body of a streamed answer: what one read of the upstream brought leaves in one write. */
export interface StreamBody {
  /** Leaves with the next flush. */
  write(text: string): void
  flush(): void
  /** Bytes in a string: at once, or with what else the same read of the upstream brings. */
  pass(bytes: string, more: boolean): void
  /** When everything that the same read of the upstream brought has been written. */
  flushSoon(): void
  /** Nothing may be written after it. */
  end(): void
}
