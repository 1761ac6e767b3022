import { isLoose } from './loose.ts'

/** Equal as JSON: the order of keys and fields that are undefined do not count. What is one object is not looked into, however deep. */
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
