import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Recognises Interactions: events have an `event_type`, and a whole one has `object: "interaction"` or steps. */
export function recogniseInteractions(event: Loose): WireSource | undefined {
  const { event_type: type, interaction, object, steps } = event
  if (typeof type !== 'string' && object !== 'interaction' && !Array.isArray(steps)) return undefined
  const { model } = (typeof interaction === 'object' && interaction !== null ? interaction : event) as Loose
  return typeof model === 'string' ? { model } : {}
}
