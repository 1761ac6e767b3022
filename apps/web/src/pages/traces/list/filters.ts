import { hrefOf } from '../../../navigation/route.ts'

/** Filters of the list, under the names of the API. All of them are part of the page's address. */
export const textFilters = ['q', 'session', 'model', 'provider', 'outcome', 'run', 'request', 'tenant', 'key', 'class'] as const
export const numberFilters = ['minLeakScore', 'minReasoningTokens', 'maxReasoningTokens', 'minTotalTokens', 'maxTotalTokens'] as const

export type FilterName = (typeof textFilters)[number] | (typeof numberFilters)[number] | 'since' | 'until' | 'sort'

/** Active filters. `since` may be relative (`1h`, `7d`), and then means another time tomorrow. */
export type Filters = Partial<Record<FilterName, string>>

const names: readonly FilterName[] = [...textFilters, ...numberFilters, 'since', 'until', 'sort']

export const readFilters = (query: URLSearchParams): Filters =>
  Object.fromEntries(names.flatMap((name) => (query.get(name)?.trim() ? [[name, query.get(name)!.trim()]] : [])))

/** Address of the list, or of traces beside it. */
export const tracesHref = (filters: Filters, path: readonly string[] = []): string => hrefOf('traces', path, filters)

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses a relative or absolute time to Unix milliseconds. Undefined for other text. */
export function timeOf(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(text) ?? []
  if (unit !== undefined) return now - Number(count) * units[unit]!
  const time = /^\d{10,}$/.test(text) ? Number(text) : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

/** Query of the API for the filters, without the order. @param now - Base of a relative `since`. The same for all pages of a list. */
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

/** Filters with one of them set, or removed if the value is empty. */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const { [name]: _, ...rest } = filters
  return value.trim() === '' ? rest : { ...rest, [name]: value }
}
