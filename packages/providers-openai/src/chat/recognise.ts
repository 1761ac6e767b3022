import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Its lists of choices are in no other format but the older Completions, which are read by the same reader. */
export function recogniseChat({ choices, model, system_fingerprint: build, timings }: Loose): WireSource | undefined {
  if (!Array.isArray(choices)) return undefined
  return { ...(typeof model === 'string' && { model }), ...(isOfLlamaServer(build, timings) && { provider: 'llamacpp' }) }
}

/** llama-server gives its build as the fingerprint (`b6240-54a241f5`), and says how quick it was. */
const isOfLlamaServer = (build: unknown, timings: unknown): boolean =>
  (typeof build === 'string' && /^b\d+-[\da-f]+$/.test(build)) ||
  (typeof timings === 'object' && timings !== null && 'predicted_ms' in timings)
