import { isLoose } from './loose.ts'

/** Compares two values as JSON: key order and undefined fields do not count. Identical objects are not traversed, however deep. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((value, index) => isSame(value, other[index]))
  }
  if (!isLoose(one) || !isLoose(other)) return false
  const said = (value: typeof one) => Object.keys(value).filter((name) => value[name] !== undefined)
  const names = said(one)
  return names.length === said(other).length && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
}
