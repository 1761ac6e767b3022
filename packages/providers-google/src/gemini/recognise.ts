import type { WireSource } from '@reason/core/wire'
import { isLoose, type Loose } from '@reason/wire-kit'

/** Recognises Gemini by `candidates`, which no other format has. A blocked prompt has `promptFeedback` in their place. */
export function recogniseGemini({ candidates, promptFeedback, modelVersion }: Loose): WireSource | undefined {
  if (!Array.isArray(candidates) && !isLoose(promptFeedback)) return undefined
  return typeof modelVersion === 'string' ? { model: modelVersion } : {}
}
