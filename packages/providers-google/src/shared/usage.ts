import type { Count, Usage } from '@reason/core/parts'
import { isLoose, reportedUsage, tokenCount, wholeInput, type Loose } from '@reason/wire-kit'

/** Names of the counts in one of Google's APIs. */
export interface CountNames {
  input: string
  output: string
  reasoning: string
  cached: string
  toolUse: string
  total: string
}

/**
 * Reads counts. Google counts reasoning separately: total = input + output + reasoning + tool prompt. Only a total that
 * proves the opposite is believed. The tool prompt (tokens that tools put into the prompt) is billed and counted as
 * input. A missing output count (only thoughts came, or several candidates) is computed from the total.
 *
 * @returns A reader of counts, which most events repeat. It returns undefined if no count has changed.
 */
export function createUsageReader(names: CountNames): (raw: unknown) => Usage | undefined {
  const fields = [names.input, names.output, names.reasoning, names.cached, names.total, names.toolUse]
  const last: (number | undefined)[] = fields.map(() => undefined)

  return (raw) => {
    if (!isLoose(raw) || !isNew(raw)) return undefined
    const [input, output, reasoning, cached, total, toolUse = 0] = last
    const included =
      reasoning !== undefined && reasoning > 0 && input !== undefined && output !== undefined && total === input + output + toolUse
    const rest = output === undefined && input !== undefined && total !== undefined ? total - input - toolUse : 0
    const read = { input: input === undefined ? undefined : input + toolUse, reasoning, cached, total }
    return reportedUsage(raw, rest > 0 ? { ...read, output: rest } : { ...read, output, outputExcludesReasoning: !included })
  }

  function isNew(raw: Loose): boolean {
    let isChanged = false
    for (const [at, field] of fields.entries()) {
      const count = tokenCount(raw[field])
      if (last[at] === count) continue
      last[at] = count
      isChanged = true
    }
    return isChanged
  }
}

/** Writes counts in Google's names. Usage of the same API stays unchanged. Several choices share one prompt. */
export function writeUsage(usages: readonly Usage[], names: CountNames): Loose {
  const [only] = usages
  if (usages.length === 1 && isLoose(only!.raw) && tokenCount(only!.raw[names.input]) !== undefined) return only!.raw
  const inputs = usages.map(wholeInput)
  const input = usages.some(({ input }) => input !== undefined) ? Math.max(...inputs.map((one) => one.input)) : undefined
  const output = sum(usages, ({ output }) => output)
  const reasoning = sum(usages, ({ reasoning }) => reasoning)
  const cached = most(usages, ({ cached }) => cached)
  const total = usages.length === 1 ? inputs[0]!.total : undefined
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
