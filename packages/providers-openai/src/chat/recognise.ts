import type { WireSource } from '@reason/core'

type Loose = Readonly<Record<string, unknown>>

/** Its lists of choices are in no other format. Completions (`text_completion`) have them too, and are none. */
export function recogniseChat({ choices, object, model, system_fingerprint: build, timings }: Loose): WireSource | undefined {
  if (!Array.isArray(choices) || object === 'text_completion') return undefined
  return { ...(typeof model === 'string' && { model }), ...(isOfLlamaServer(build, timings) && { provider: 'llamacpp' }) }
}

/** llama-server gives its build as the fingerprint (`b6240-54a241f5`), and says how quick it was. */
const isOfLlamaServer = (build: unknown, timings: unknown): boolean =>
  (typeof build === 'string' && /^b\d+-[\da-f]+$/.test(build)) ||
  (typeof timings === 'object' && timings !== null && 'predicted_ms' in timings)
