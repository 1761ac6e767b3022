import type { Count, Usage } from '../parts.ts'

/**
 * Adds up the usage of all choices of a generation for its client. llama-server reports each choice by itself; most providers report one
 * total. The prompt is counted once, as all choices share it.
 *
 * @param usages - By choice. A total of all choices stands under 0.
 * @returns Undefined if the provider has reported no usage.
 */
export function usageOfChoices(usages: ReadonlyMap<number, Usage>): Usage | undefined {
  const [first, ...rest] = usages.values()
  if (first === undefined || rest.length === 0) return first
  const all = [first, ...rest]
  const input = most(all, 'input')
  const output = sum(all, 'output')
  const reasoning = sum(all, 'reasoning')
  const cached = most(all, 'cached')
  return {
    ...(input && { input }),
    ...(output && { output }),
    ...(reasoning && { reasoning }),
    ...(cached && { cached }),
    ...(input && output && { total: { value: input.value + output.value, source: leastSure([input, output]) } }),
    raw: all.map(({ raw }) => raw),
  }
}

type Field = 'input' | 'output' | 'reasoning' | 'cached'

function most(usages: readonly Usage[], field: Field): Count | undefined {
  let largest: Count | undefined
  for (const { [field]: count } of usages) if (count !== undefined && count.value >= (largest?.value ?? 0)) largest = count
  return largest
}

/** Adds a field. If not all choices report it, the sum is an estimate. */
function sum(usages: readonly Usage[], field: Field): Count | undefined {
  const counts = usages.flatMap(({ [field]: count }) => count ?? [])
  if (counts.length === 0) return undefined
  const source = leastSure(counts)
  return {
    value: counts.reduce((all, { value }) => all + value, 0),
    source: counts.length < usages.length && source === 'reported' ? 'estimated' : source,
  }
}

function leastSure(counts: readonly Count[]): Count['source'] {
  return (['implausible', 'estimated'] as const).find((source) => counts.some((count) => count.source === source)) ?? 'reported'
}
