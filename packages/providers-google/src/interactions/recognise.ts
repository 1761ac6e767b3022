import type { WireSource } from '@reason/core/wire'
import { isLoose, type Loose } from '@reason/wire-kit'

/** Recognises Interactions: events have an `event_type`, and a whole one has `object: "interaction"`, or steps with a type. */
export function recogniseInteractions(event: Loose): WireSource | undefined {
  const { event_type: type, interaction, object, steps } = event
  if (typeof type !== 'string' && object !== 'interaction' && !isSteps(steps)) return undefined
  const { model } = isLoose(interaction) ? interaction : event
  return typeof model === 'string' ? { model } : {}
}

/** Results of the AI SDK have steps without a type. */
const isSteps = (steps: unknown): boolean =>
  Array.isArray(steps) && steps.every((step) => isLoose(step) && typeof step['type'] === 'string')
