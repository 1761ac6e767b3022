import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Names of its events are written with a hyphen; a whole answer has one message, and a reason at its top. */
export function recogniseCohere({ type, finish_reason: reason, message }: Loose): WireSource | undefined {
  const event = type === 'message-start' || type === 'content-start' || type === 'content-delta'
  return event || (typeof reason === 'string' && typeof message === 'object' && message !== null) ? {} : undefined
}
