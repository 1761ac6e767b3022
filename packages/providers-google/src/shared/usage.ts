import type { Count, Usage } from '@reason/core'
import { isLoose, reportedUsage, tokenCount, type Loose } from '@reason/core/wire-kit'

/** How an API of Google names its counts. */
export interface CountNames {
  input: string
  output: string
  reasoning: string
  cached: string
  toolUse: string
  total: string
}

/**
 * Google counts reasoning beside the output: total = input + output + reasoning + what tools put into the prompt. Only a total that
 * proves the opposite is believed. Tokens of tools are in the total alone.
 *
 * @returns Undefined where nothing is counted.
 */
export function readUsage(raw: unknown, names: CountNames): Usage | undefined {
  if (!isLoose(raw)) return undefined
  const count = (name: string) => tokenCount(raw[name])
  const input = count(names.input)
  const output = count(names.output)
  const reasoning = count(names.reasoning)
  const total = count(names.total)
  if (input === undefined && output === undefined && reasoning === undefined && total === undefined) return undefined
  const included =
    reasoning !== undefined &&
    reasoning > 0 &&
    input !== undefined &&
    output !== undefined &&
    total === input + output + (count(names.toolUse) ?? 0)
  return reportedUsage(raw, { input, output, reasoning, total, cached: count(names.cached), outputExcludesReasoning: !included })
}

/** Counts in Google's names. What the same API said is written as it was; several generations share their prompt. */
export function writeUsage(usages: readonly Usage[], names: CountNames): Loose {
  const [only] = usages
  if (usages.length === 1 && isLoose(only!.raw) && tokenCount(only!.raw[names.input]) !== undefined) return only!.raw
  const input = most(usages, ({ input }) => input)
  const output = sum(usages, ({ output }) => output)
  const reasoning = sum(usages, ({ reasoning }) => reasoning)
  const cached = most(usages, ({ cached }) => cached)
  const total = usages.length === 1 ? only!.total?.value : undefined
  return {
    ...(input !== undefined && { [names.input]: input }),
    ...(output !== undefined && { [names.output]: Math.max(0, output - (reasoning ?? 0)) }),
    ...(reasoning !== undefined && { [names.reasoning]: reasoning }),
    ...(cached !== undefined && { [names.cached]: cached }),
    [names.total]: total ?? (input ?? 0) + (output ?? 0),
  }
}

type Pick = (usage: Usage) => Count | undefined

function most(usages: readonly Usage[], of: Pick): number | undefined {
  const values = valuesOf(usages, of)
  return values.length === 0 ? undefined : Math.max(...values)
}

function sum(usages: readonly Usage[], of: Pick): number | undefined {
  const values = valuesOf(usages, of)
  return values.length === 0 ? undefined : values.reduce((all, value) => all + value, 0)
}

const valuesOf = (usages: readonly Usage[], of: Pick): number[] => usages.flatMap((usage) => of(usage)?.value ?? [])
