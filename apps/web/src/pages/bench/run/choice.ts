import { createRegistry, type Registry, type StreamContext, type TextAdapter } from '@reason/core'
import { auto, type Resolution } from '@reason/core/adapter'
import { harmony } from '@reason/harmony'
import { marker } from '@reason/marker'
import { families, thinkTags } from '@reason/think-tags'
import type { Recording } from './recording.ts'

/** How a text is to be split. Empty: as it is known of the model. */
export interface Choice {
  /** Of an adapter, `auto` or `plain`. */
  adapter: string
  /** Of think-tags; empty: the usual one. */
  family: string
  start: '' | NonNullable<StreamContext['start']>
}

export interface Chosen {
  adapter: TextAdapter
  context: StreamContext
  candidates: Resolution['candidates']
  /** What in the text shows its format, where it had to be recognised. */
  recognised?: { id: string; signal: string; at: number }
}

/** UTF-16 units of text that are held until the format is clear. The bench has no live reader, so a late tag may still decide. */
const patientChars = 256 * 1024

export const adapters = ['auto', 'harmony', 'think-tags', 'marker', 'plain'] as const
export const familyNames: readonly string[] = Object.keys(families)

const registryFor = (family: string): Registry =>
  createRegistry()
    .use(harmony())
    .use(thinkTags(family === '' ? {} : { family: family as never }))
    .use(marker())

/** Picks the adapter, with its reasons. @param recording - Fields of its wire may have split the text already. */
export function choose(text: string, model: string, choice: Choice, recording: Recording | undefined): Chosen {
  const registry = registryFor(choice.family)
  const { adapter, context, candidates, passport } = registry.resolve({
    ...(model !== '' && { model }),
    ...(recording?.provider !== undefined && { provider: recording.provider }),
    hints: { ...(choice.adapter !== '' && { adapter: choice.adapter }), ...(recording === undefined && { flags: { native: false } }) },
  })
  const said: StreamContext = { ...context, ...(choice.start !== '' && { start: choice.start }) }
  if (adapter.id !== 'auto') return { adapter, context: said, candidates }
  const open = registry.texts.filter(({ id }) => passport.flags[id]?.value !== false)
  const recognised = firstSignal(text, open)
  return {
    adapter: auto({ candidates: open, options: passport.options, maxHeldChars: patientChars }),
    context: said,
    candidates,
    ...(recognised !== undefined && { recognised }),
  }
}

/** As `auto` looks: the first in the text; of those at one place, that of the first adapter. */
function firstSignal(text: string, open: readonly TextAdapter[]): Chosen['recognised'] {
  let first: Chosen['recognised']
  for (const { id, signals = [] } of open) {
    for (const { text: signal } of signals) {
      const at = text.indexOf(signal)
      if (at !== -1 && at < patientChars && (first === undefined || at < first.at)) first = { id, signal, at }
    }
  }
  return first
}
