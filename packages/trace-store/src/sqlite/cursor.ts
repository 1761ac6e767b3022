import { noCursor } from '../tables/sort-orders.ts'

/** Cursor after the trace with this key, in the order of lists. */
export const cursorOf = (seq: number): string => `t${seq.toString(36)}`

/** @throws {TypeError} for a cursor of another kind. Kinds: `t` for lists, `s` for the order of storing */
export function numberOf(cursor: string, kind: 't' | 's'): number {
  const value = cursor.startsWith(kind) ? Number.parseInt(cursor.slice(1), 36) : Number.NaN
  if (!Number.isSafeInteger(value)) throw noCursor(cursor)
  return value
}
