import type { WireSource } from '@reason/core/wire'

type Loose = Readonly<Record<string, unknown>>

/** Events that name their kind `event_type`; a whole one calls itself an interaction, or has steps. */
export function recogniseInteractions(event: Loose): WireSource | undefined {
  const { event_type: type, interaction, object, steps } = event
  if (typeof type !== 'string' && object !== 'interaction' && !Array.isArray(steps)) return undefined
  const { model } = (typeof interaction === 'object' && interaction !== null ? interaction : event) as Loose
  return typeof model === 'string' ? { model } : {}
}
