import type { Loose } from '@reason/wire-kit'

/** Merges a delta into a step: text is appended, lists are extended, any other value is replaced. Type and signature are handled elsewhere. */
export function mergeDelta(value: Record<string, unknown>, delta: Loose): void {
  for (const field of Object.keys(delta)) {
    if (field === 'type' || field === 'signature') continue
    const merged = join(Object.hasOwn(value, field) ? value[field] : undefined, delta[field])
    // Defines the property, because assigning to `__proto__` would have a side effect.
    Object.defineProperty(value, field, { value: merged, configurable: true, enumerable: true, writable: true })
  }
}

/** Lists that were copied once, and are extended in place: a copy for each delta would take quadratic time. */
const copies = new WeakSet<unknown[]>()

function join(before: unknown, more: unknown): unknown {
  if (typeof before === 'string' && typeof more === 'string') return before + more
  if (!Array.isArray(before) || !Array.isArray(more)) return more
  const list: unknown[] = copies.has(before) ? before : [...(before as unknown[])]
  copies.add(list)
  for (const one of more) list.push(one)
  return list
}
