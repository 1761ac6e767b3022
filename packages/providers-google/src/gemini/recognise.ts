import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Candidates are in no other format; a prompt that was refused brings feedback in their place. */
export function recogniseGemini({ candidates, promptFeedback, modelVersion }: Loose): WireSource | undefined {
  if (!Array.isArray(candidates) && (typeof promptFeedback !== 'object' || promptFeedback === null)) return undefined
  return typeof modelVersion === 'string' ? { model: modelVersion } : {}
}
