import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Recognises Gemini by `candidates`, which no other format has. A blocked prompt has `promptFeedback` in their place. */
export function recogniseGemini({ candidates, promptFeedback, modelVersion }: Loose): WireSource | undefined {
  if (!Array.isArray(candidates) && (typeof promptFeedback !== 'object' || promptFeedback === null)) return undefined
  return typeof modelVersion === 'string' ? { model: modelVersion } : {}
}
