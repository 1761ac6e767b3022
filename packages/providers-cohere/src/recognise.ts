import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Recognises Cohere: event names have a hyphen, and a whole response has one message with a finish reason beside it. */
export function recogniseCohere({ type, finish_reason: reason, message }: Loose): WireSource | undefined {
  const event = type === 'message-start' || type === 'content-start' || type === 'content-delta'
  return event || (typeof reason === 'string' && typeof message === 'object' && message !== null) ? {} : undefined
}
