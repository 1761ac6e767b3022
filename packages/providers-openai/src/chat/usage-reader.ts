import type { UsagePart } from '@reason/core'
import { of } from './context.ts'
import type { Dialect } from './dialects.ts'
import type { Loose } from '@reason/core/wire-kit'
import { readUsage } from '../shared/usage.ts'

interface Progress {
  readonly index: number
  ending(): boolean
}

/**
 * Whose tokens a frame counts. With several choices most providers send one usage frame for all of them, at the end
 * (no `choice`). llama-server sends one for each, right after the frame that finishes it.
 */
export function createUsageReader(dialect: Dialect) {
  const outputExcludesReasoning = dialect.outputExcludesReasoning === true
  /** The choice that the last frame with choices finished. */
  let finishedLast: number | undefined
  let perChoice = false
  /** The one that a usage frame came right after, when it was not known yet that there are others. */
  let counted: number | undefined
  let reasoning: number | undefined

  return {
    read,
    saw(choice: number, finishing: boolean): void {
      finishedLast = finishing ? choice : undefined
      if (counted !== undefined && counted !== choice) perChoice = true
    },
    owner,
    /** Reasoning tokens of the last count, where they can be true. */
    reasoning: () => reasoning,
  }

  function read(tokens: Loose, shown: boolean, choice: number): UsagePart {
    const usage = readUsage(tokens, { outputExcludesReasoning, reasoned: shown })
    if (usage.reasoning !== undefined) reasoning = usage.reasoning.value
    return { type: 'usage', ...of(choice), usage }
  }

  /** For a frame without choices. */
  function owner(choices: readonly Progress[]): number {
    if (finishedLast === undefined) return 0
    const others = choices.some(({ index, ending }) => index !== finishedLast && !ending())
    const firstIsMissing = finishedLast > 0 && !choices.some(({ index }) => index === 0)
    perChoice ||= others || firstIsMissing
    counted = finishedLast
    return perChoice ? finishedLast : 0
  }
}
