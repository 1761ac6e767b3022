import type { Part } from '@reason/core'
import type { Outcome } from './relay.ts'

/** The upstream broke off, or told of an error. */
export const failed = (parts: readonly Part[]): boolean =>
  parts.some((part) => part.type === 'error' || (part.type === 'finish' && part.reason === 'aborted'))

/** The same, for the log. */
export function failureIn(parts: readonly Part[]): Pick<Outcome, 'status' | 'error'> | undefined {
  for (const part of parts) {
    if (part.type === 'error') return { status: part.error.status ?? 502, error: String(part.error.code ?? 'upstream_error') }
    if (part.type === 'finish' && part.reason === 'aborted') return { status: 502, error: 'upstream_broken' }
  }
  return undefined
}

/** It has begun, or failed, and that is all. */
export function saysNothing(parts: readonly Part[]): boolean {
  const said = parts.findIndex(({ type }) => type !== 'start' && type !== 'warning')
  return said === -1 || failed(parts.slice(said, said + 1))
}
