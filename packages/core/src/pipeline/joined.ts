import type { Part } from '../parts.ts'

/** Two lists as one. Nearly always one of them is empty, and the other is handed on: no part gets a list at every step of its way. */
export function joined(before: readonly Part[], after: readonly Part[]): readonly Part[] {
  if (before.length === 0) return after
  return after.length === 0 ? before : [...before, ...after]
}
