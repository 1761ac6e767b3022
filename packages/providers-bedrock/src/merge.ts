import { isLoose } from '@reason/wire-kit'

/** Merges the pieces of a value: texts, lists and bytes are appended, objects are merged by field, any other value is replaced. */
export function merge(before: unknown, next: unknown, depth = 4): unknown {
  if (typeof before === 'string' && typeof next === 'string') return before + next
  if (Array.isArray(before) && Array.isArray(next)) return [...(before as unknown[]), ...(next as unknown[])]
  if (before instanceof Uint8Array && next instanceof Uint8Array) return joined(before, next)
  if (depth === 0 || !isLoose(before) || !isLoose(next) || next instanceof Uint8Array) return next ?? before
  const fields = Object.entries(next).map(([field, value]) => [
    field,
    Object.hasOwn(before, field) ? merge(before[field], value, depth - 1) : value,
  ])
  return { ...before, ...Object.fromEntries(fields) }
}

function joined(one: Uint8Array, two: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + two.length)
  all.set(one)
  all.set(two, one.length)
  return all
}
