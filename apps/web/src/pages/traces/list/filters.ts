import { hrefOf } from '../../../navigation/route.ts'

/** What may be asked of a list, as the gateway names it. All of it stands in the address of the page. */
export const textFilters = ['q', 'session', 'model', 'provider', 'outcome', 'run', 'request', 'tenant', 'key', 'class'] as const
export const numberFilters = ['minLeakScore', 'minReasoningTokens', 'maxReasoningTokens', 'minTotalTokens', 'maxTotalTokens'] as const

/** The traces with most of it first. Without it: the newest. */
export const sorts = ['reasoningTokens', 'totalTokens', 'durationMs', 'leakScore'] as const

export type FilterName = (typeof textFilters)[number] | (typeof numberFilters)[number] | 'since' | 'until' | 'sort'

/** Only what is set. `since` may be so long ago (`1h`, `7d`), which is not the same time tomorrow. */
export type Filters = Partial<Record<FilterName, string>>

const names: readonly FilterName[] = [...textFilters, ...numberFilters, 'since', 'until', 'sort']

export const readFilters = (query: URLSearchParams): Filters =>
  Object.fromEntries(names.flatMap((name) => (query.get(name)?.trim() ? [[name, query.get(name)!.trim()]] : [])))

/** The address of a list, or of traces beside it. */
export const tracesHref = (filters: Filters, path: readonly string[] = []): string => hrefOf('traces', path, filters)

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Unix milliseconds, of so long ago or of a date. Undefined: it says nothing of the kind. */
export function timeOf(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(text) ?? []
  if (unit !== undefined) return now - Number(count) * units[unit]!
  const time = /^\d{10,}$/.test(text) ? Number(text) : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

/** As the gateway is asked, but for the order. @param now - To which `since` is relative: the same for all pages of one list. */
export function apiQuery(filters: Filters, now: number): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (name === 'sort') continue
    if (name !== 'since' && name !== 'until') query.set(name, value)
    else {
      const time = timeOf(value, now)
      if (time !== undefined) query.set(name, String(Math.round(time)))
    }
  }
  return query
}

/** The same without one of them, or with another value. */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const { [name]: _, ...rest } = filters
  return value.trim() === '' ? rest : { ...rest, [name]: value }
}
