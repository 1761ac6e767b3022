import { matchKnownModel } from '@reason/core/adapter'
import type { FormatOptions } from '../format-options.ts'

/** Description of how a family of models writes its reasoning. */
export interface Family {
  id: string
  /** Name patterns. Among families, the pattern with more literal characters wins. */
  models: readonly string[]
  /** Applies only to names that match no other family. Default false. */
  fallback?: boolean
  /**
   * Where the text begins. `answer`: the model writes the opening tag itself. `reasoning`: the prompt always ends with it. `template`: the prompt ends
   * with it if thinking is on. `hold`: unknown.
   */
  start: 'answer' | 'reasoning' | 'template' | 'hold'
  /**
   * For `hold`: the likely channel of a text without a tag, if the client may see reasoning. `reasoning`: the model thinks in nearly every answer, and
   * servers differ in whether the prompt opens the thought. Default: `answer`.
   */
  likely?: 'reasoning'
  /** Providers whose answers contain the opening tag whenever there is reasoning, whatever the model's template does. */
  openedBy?: readonly string[]
  /** Whether a request can switch thinking. If not, the request's switch does not affect the output. Default true. */
  switchable?: boolean
  /** Words in the conversation that switch thinking. Splitters do not see the conversation, so a caller that does sets `start`. */
  promptSwitch?: { on: string; off: string }
  /** With thinking on, the prompt opens the thought after a tool result. Default false. */
  opensAfterResults?: boolean
  /** Whether the family thinks if the request does not specify it. Default true. */
  defaultOn?: boolean
  /** Its tags and wrappers are tokens that never occur in prose, so they count for unknown models, too. Default false. */
  special?: boolean
  options: Omit<FormatOptions, 'startsInReasoning'>
  /** Tokens that servers may leave in the text. */
  serviceTokens?: readonly string[]
}

/** Finds the matching family with the most literal pattern. Fallbacks count only if no other family matches. */
export function findFamily(families: readonly Family[], model: string): Family | undefined {
  let best: Family | undefined
  let bestFit = -1
  for (const family of families) {
    const fit = matchKnownModel(family.models, model)
    const isBetter = (family.fallback ?? false) === (best?.fallback ?? false) ? fit > bestFit : family.fallback !== true
    if (fit >= 0 && (best === undefined || isBetter)) {
      best = family
      bestFit = fit
    }
  }
  return best
}

export const familyIds = (families: readonly Family[]): string[] => families.map(({ id }) => id)
