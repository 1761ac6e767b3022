import type { WireSource } from '@reason/core/wire'
import { isLoose, type Loose } from '@reason/wire-kit'

/** Recognises Cohere: event names have a hyphen, and a whole response has one message with a finish reason beside it. */
export function recogniseCohere(event: Loose): WireSource | undefined {
  const { type, message } = event
  const reason = event['finish_reason'] ?? event['finishReason']
  const begins = type === 'message-start' || type === 'content-start' || type === 'content-delta'
  return begins || (typeof reason === 'string' && isLoose(message)) ? {} : undefined
}
