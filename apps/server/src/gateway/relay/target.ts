import type { ServerResponse } from 'node:http'

/** Who gets an answer, as far as it does not matter how. */
export interface Target {
  /** Gone, or done with. */
  readonly destroyed: boolean
  /** Ended behind the answer when the gateway stops. */
  readonly socket?: { end(): unknown } | null
  /** It has gone, or has got all. */
  on(event: 'close', listener: () => void): unknown
  destroy(): unknown
}

/** A target to which events go one by one, and an error as an event of its own: one generation of a WebSocket. */
export interface MessageTarget extends Target {
  readonly isFull: boolean
  send(message: string): void
  /** Told when it is no longer full. */
  onDrain(listener: () => void): void
  /** Something to say that says nothing, so that nobody takes the connection for dead. */
  ping(): void
  /** Nothing follows. */
  end(): void
}

export const takesMessages = (target: Target): target is MessageTarget => 'send' in target

/** Whatever takes no messages is the response to an HTTP request. */
export const responseOf = (target: Target): ServerResponse => target as ServerResponse
