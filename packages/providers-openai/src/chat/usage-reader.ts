import type { Usage } from '@reason/core/parts'
import { isEnding, type ChatChoice } from './choice.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import type { Loose } from '@reason/wire-kit'
import { readUsage } from '../shared/usage.ts'

/**
 * Assigns usage frames to choices. With several choices most providers send one usage frame for all of them, at the end
 * (no `choice`). llama-server sends one for each, right after the frame that finishes the choice.
 */
export interface UsageReader {
  readonly outputExcludesReasoning: boolean
  /** The choice that the last frame with choices finished. */
  finishedLast: number | undefined
  perChoice: boolean
  /** The choice whose finish came right before a usage frame, while no other choice was known yet. */
  counted: number | undefined
  /** Reasoning tokens of the last count, if plausible. */
  reasoning: number | undefined
}

export const createUsageReader = (dialect: ResponseFacts): UsageReader => ({
  outputExcludesReasoning: dialect.outputExcludesReasoning,
  finishedLast: undefined,
  perChoice: false,
  counted: undefined,
  reasoning: undefined,
})

export function sawChoice(reader: UsageReader, choice: number, finishing: boolean): void {
  reader.finishedLast = finishing ? choice : undefined
  if (reader.counted !== undefined && reader.counted !== choice) reader.perChoice = true
}

export function readTokens(reader: UsageReader, tokens: Loose, shown: boolean): Usage {
  const usage = readUsage(tokens, { outputExcludesReasoning: reader.outputExcludesReasoning, reasoned: shown })
  if (usage.reasoning !== undefined) reader.reasoning = usage.reasoning.value
  return usage
}

/** Returns the choice that a usage frame without choices belongs to. */
export function ownerOf(reader: UsageReader, choices: ReadonlyMap<number, ChatChoice>): number {
  const { finishedLast } = reader
  if (finishedLast === undefined) return 0
  const others = [...choices.values()].some((choice) => choice.index !== finishedLast && !isEnding(choice))
  const firstIsMissing = finishedLast > 0 && !choices.has(0)
  reader.perChoice ||= others || firstIsMissing
  reader.counted = finishedLast
  return reader.perChoice ? finishedLast : 0
}
