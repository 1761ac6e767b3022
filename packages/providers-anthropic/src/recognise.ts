import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** A message that starts, or a whole one. Of Cohere's, which has events of like names, none is an object called `message` with a role in it. */
export function recogniseMessages(event: Loose): WireSource | undefined {
  const { type, message, content, role } = event
  const whole = type === 'message' && role === 'assistant' && Array.isArray(content)
  const started = type === 'message_start' && typeof message === 'object' && message !== null
  if (!whole && !started) return undefined
  const { model } = (started ? message : event) as Loose
  return typeof model === 'string' ? { model } : {}
}
