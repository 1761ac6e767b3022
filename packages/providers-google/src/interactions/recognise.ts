import type { WireSource } from '@reason/core/wire'
import { isLoose, type Loose } from '@reason/wire-kit'

/** Recognises Interactions: events have an `event_type`, and a whole one has `object: "interaction"` or steps. */
export function recogniseInteractions(event: Loose): WireSource | undefined {
  const { event_type: type, interaction, object, steps } = event
  if (typeof type !== 'string' && object !== 'interaction' && !Array.isArray(steps)) return undefined
  const { model } = isLoose(interaction) ? interaction : event
  return typeof model === 'string' ? { model } : {}
}
