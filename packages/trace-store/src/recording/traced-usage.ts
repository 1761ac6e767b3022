import type { Usage } from '@reason/core/parts'
import { wholeInput } from '@reason/wire-kit'
import type { TracedUsage } from '../record/record.ts'
import { without } from '../record/omit-field.ts'

/** Input and output together. Undefined if one of them is unknown. */
export const sumOf = ({ input, output }: TracedUsage): number | undefined =>
  input === undefined || output === undefined ? undefined : input.value + output.value

/** Normalises usage: cached tokens count as a part of the input, even for providers that report them separately. */
export function usageOf(usage: Usage | undefined): TracedUsage {
  if (usage === undefined) return {}
  const counts: TracedUsage = without(usage, 'raw')
  const { input, total } = wholeInput(usage)
  return {
    ...counts,
    ...(counts.input !== undefined && { input: { ...counts.input, value: input } }),
    ...(counts.total !== undefined && total !== undefined && { total: { ...counts.total, value: total } }),
  }
}
