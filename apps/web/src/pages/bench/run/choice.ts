import { createRegistry, type Registry, type StreamContext, type TextAdapter } from '@reason/core'
import { auto, type Resolution } from '@reason/core/adapter'
import { harmony } from '@reason/harmony'
import { marker } from '@reason/marker'
import { families, thinkTags } from '@reason/think-tags'
import type { BenchRecording } from './recording.ts'

/** Settings for splitting a text. Empty fields mean the defaults of the model. */
export interface BenchChoice {
  /** Id of an adapter, `auto` or `plain`. */
  adapter: string
  /** Family of think-tags. Empty: the default family. */
  family: string
  start: '' | NonNullable<StreamContext['start']>
}

export interface ChosenSplit {
  adapter: TextAdapter
  context: StreamContext
  candidates: Resolution['candidates']
  /** Signal in the text from which the format was detected. */
  recognised?: { id: string; signal: string; at: number }
}

/** UTF-16 units that are held until the format is clear. The bench has no live reader, so a late tag may still decide. */
const patientChars = 256 * 1024

export const familyNames: readonly string[] = Object.keys(families)

const registryFor = (family: string): Registry =>
  createRegistry()
    .use(harmony())
    .use(thinkTags(family === '' ? {} : { family: family as never }))
    .use(marker())

/** Picks the adapter, with its reasons. @param recording - Undefined for plain text. The fields of a recording may already separate the reasoning. */
export function choose(text: string, model: string, choice: BenchChoice, recording: BenchRecording | undefined): ChosenSplit {
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

/** Finds the signal that `auto` would use: the first in the text. At the same position, the first adapter wins. */
function firstSignal(text: string, open: readonly TextAdapter[]): ChosenSplit['recognised'] {
  let first: ChosenSplit['recognised']
  for (const { id, signals = [] } of open) {
    for (const { text: signal } of signals) {
      const at = text.indexOf(signal)
      if (at !== -1 && at < patientChars && (first === undefined || at < first.at)) first = { id, signal, at }
    }
  }
  return first
}
