import type { UpstreamCall } from '../upstreams/upstream.ts'

export type AnswerHead = Readonly<Record<string, string | string[]>>

/** Destination of an answer: the response to an HTTP request, or the messages of a connection. */
export type Sink = ResponseSink | MessageSink

interface AnySink {
  /** True when nothing more can be sent: the client disconnected, or the answer is complete. */
  isGone(): boolean
  /** Calls `run` once, when nothing more can be sent. If that is so already, it calls `run` at once. */
  onGone(run: () => void): void
  /**
   * The answer is written. The sink limits how long the client may take to read the rest.
   *
   * @param closing - The connection closes after this answer.
   */
  written(closing: boolean): void
  destroy(): void
}

/** The response to an HTTP request. */
export interface ResponseSink extends AnySink {
  readonly framing: 'response'
  /** The client does not keep up, or the answer is complete. */
  isFull(): boolean
  send(status: number, head: AnswerHead, body: string | Buffer<ArrayBuffer>): void
  /**
   * Sends the head of a streamed answer.
   *
   * @param upstream - Paused while the client does not keep up.
   * @returns The body to write to.
   */
  stream(head: AnswerHead, upstream: Pausable): StreamBody
}

/** Sends each event as a message, and an error as an event: one generation on a WebSocket. */
export interface MessageSink extends AnySink {
  readonly framing: 'messages'
  isFull(): boolean
  send(message: string): void
  /** Calls `run` each time that the buffer has room again. */
  onDrain(run: () => void): void
  /** Sends a keep-alive. */
  ping(): void
  /** Ends the generation. */
  end(): void
}

/** Source that is paused while the client does not keep up. */
export type Pausable = Pick<UpstreamCall, 'pause' | 'resume'>

/** Body of a streamed answer. All output of one upstream read leaves in one write. */
export interface StreamBody {
  /** Buffers text for the next flush. */
  write(text: string): void
  flush(): void
  /** Writes bytes in a string. With `more`, they wait for the rest of the same upstream read. */
  pass(bytes: string, more: boolean): void
  /** Flushes when all output of the current upstream read is written. */
  flushSoon(): void
  /** Ends the body. Nothing may be written after it. */
  end(): void
}
