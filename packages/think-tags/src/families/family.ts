import { matchModel } from '@reason/core/adapter'
import type { FormatOptions } from '../options.ts'

/** How a family of models writes its reasoning. */
export interface Family {
  id: string
  /** Name patterns; among families the one with more literal characters counts. */
  models: readonly string[]
  /** Counts only for names that no other family fits. Default false. */
  fallback?: boolean
  /**
   * Where the text begins. `answer`: the model writes the opening tag itself. `reasoning`: the prompt always has it.
   * `template`: the prompt has it when thinking is on. `hold`: that is not known.
   */
  start: 'answer' | 'reasoning' | 'template' | 'hold'
  /** Providers whose answers have the opening tag wherever there is reasoning, whatever the model's template does. */
  openedBy?: readonly string[]
  /** Whether a request can switch thinking. If not, the request's switch says nothing about the output. Default true. */
  switchable?: boolean
  /** Words in the conversation that switch thinking. Splitters do not see them: a caller with the conversation sets `start`. */
  promptSwitch?: { on: string; off: string }
  /** With thinking on, the prompt opens the thought behind the result of a tool. Default false. */
  opensAfterResults?: boolean
  /** Whether the family thinks if the request does not say. Default true. */
  defaultOn?: boolean
  /** Its tags and wrappers are tokens that are never prose: they count for unknown models too. Default false. */
  special?: boolean
  options: Omit<FormatOptions, 'startsInReasoning'>
  /** Tokens that may be left in the text by servers. */
  serviceTokens?: readonly string[]
}

/** The family with the most literal pattern that fits; of fallbacks, only where nothing else does. */
export function findFamily(families: readonly Family[], model: string): Family | undefined {
  let best: Family | undefined
  let bestFit = -1
  for (const family of families) {
    const fit = matchModel(family.models, model)
    const isBetter = (family.fallback ?? false) === (best?.fallback ?? false) ? fit > bestFit : family.fallback !== true
    if (fit >= 0 && (best === undefined || isBetter)) {
      best = family
      bestFit = fit
    }
  }
  return best
}

export const familyIds = (families: readonly Family[]): string[] => families.map(({ id }) => id)
