import type { WireSource } from '@reason/core/wire'
import { isLoose, type Loose } from '@reason/wire-kit'

/** Recognises a message start or a whole message. Cohere has similar event names, but no object `message` with a role. */
export function recogniseMessages(event: Loose): WireSource | undefined {
  const { type, message, content, role } = event
  const whole = type === 'message' && role === 'assistant' && Array.isArray(content)
  const started = type === 'message_start' && isLoose(message)
  if (!whole && !started) return undefined
  const { model } = started ? message : event
  return typeof model === 'string' ? { model } : {}
}
