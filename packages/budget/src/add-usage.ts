import type { Count, Usage } from '@reason/core'

const counts = ['input', 'output', 'reasoning', 'cached', 'total'] as const

/**
 * What two attempts of one generation cost together. A sum is reported only where both counts are; where one of them is missing, what is known is
 * called an estimate. `raw` is the list of the providers' own objects.
 */
export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const sum: Usage = { raw: [...rawOf(one), ...rawOf(other)] }
  for (const name of counts) {
    const count = add(one[name], other[name])
    if (count !== undefined) sum[name] = count
  }
  return sum
}

function add(one: Count | undefined, other: Count | undefined): Count | undefined {
  if (one === undefined && other === undefined) return undefined
  const value = (one?.value ?? 0) + (other?.value ?? 0)
  if (one?.source === 'implausible' || other?.source === 'implausible') return { value, source: 'implausible' }
  return { value, source: one?.source === 'reported' && other?.source === 'reported' ? 'reported' : 'estimated' }
}

/** A provider's own object is none of ours to take apart, but a list that we made is. */
const rawOf = ({ raw }: Usage): unknown[] => (Array.isArray(raw) ? (raw as unknown[]) : [raw])
