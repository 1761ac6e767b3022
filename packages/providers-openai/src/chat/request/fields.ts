import type { Extra } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/core/wire-kit'
import { WIRE } from '../context.ts'

/** The fields of an object that nobody has read, as they were. */
export function keep(holder: Loose, read: readonly string[]): Extra {
  return { wire: WIRE, fields: Object.fromEntries(Object.entries(holder).filter(([field]) => !read.includes(field))) }
}

/** What this format kept; nothing of another one's. */
export const kept = (extra: Extra | undefined): Loose => (extra?.wire === WIRE ? extra.fields : {})

/** Whether something was read from this format, so that how it was written is known. */
export const isFromHere = (holder: { extra?: Extra }): boolean => holder.extra?.wire === WIRE

/** @param path - Names joined by dots: `thinking.type`. */
export function getPath(holder: Loose, path: string): unknown {
  let value: unknown = holder
  for (const name of path.split('.')) {
    if (!isLoose(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

/** A copy of the object in which the path has that value; undefined: in which it is not. Objects that become empty go too. */
export function withPath(holder: Loose, path: string, value: unknown): Record<string, unknown> {
  const [name = '', ...rest] = path.split('.')
  const below: Loose = isLoose(holder[name]) ? holder[name] : {}
  if (value === undefined && !Object.hasOwn(holder, name)) return holder
  const inner = rest.length === 0 ? value : withPath(below, rest.join('.'), value)
  const emptied = rest.length > 0 && value === undefined && isLoose(inner) && Object.keys(inner).length === 0
  if (inner !== undefined && !emptied) return { ...holder, [name]: inner }
  const { [name]: _, ...others } = holder
  return others
}

/** Equal as JSON. What is the same object is not looked into, however deep. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((value, index) => isSame(value, other[index]))
  }
  if (!isLoose(one) || !isLoose(other)) return false
  const names = Object.keys(one).filter((name) => one[name] !== undefined)
  if (names.length !== Object.keys(other).filter((name) => other[name] !== undefined).length) return false
  return names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
}
