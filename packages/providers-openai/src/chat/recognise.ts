import type { WireSource } from '@reason/core/wire'
import { fromChatClient } from './client-events.ts'
import { isLoose, type Loose } from '@reason/wire-kit'

/** Recognises Chat Completions by its `choices`. Only the older Completions has them as well, and the same reader handles both. */
export function recogniseChat(event: Loose): WireSource | undefined {
  const { choices, model, system_fingerprint: build, timings } = fromChatClient(event)
  if (!Array.isArray(choices)) return undefined
  return { ...(typeof model === 'string' && { model }), ...(isOfLlamaServer(build, timings) && { provider: 'llamacpp' }) }
}

/** Recognises llama-server by its timings, or by its build as the fingerprint (`b6240-54a241f5`). */
const isOfLlamaServer = (build: unknown, timings: unknown): boolean =>
  (typeof build === 'string' && /^b\d+-[\da-f]+$/.test(build)) || (isLoose(timings) && 'predicted_ms' in timings)
