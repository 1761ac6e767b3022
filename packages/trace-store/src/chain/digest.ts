import { sha256 } from './chain.ts'
import type { TraceRecord } from '../record/record.ts'

/** Digest of a record. Independent of the order of keys, which databases may change. */
export const digestOf = (record: TraceRecord): string => sha256(canonical(record))

export const idHash = (id: string): string => sha256(id)

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`)
    .join(',')}}`
}
