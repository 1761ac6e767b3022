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

function join(before: unknown, more: unknown): unknown {
  if (typeof before === 'string' && typeof more === 'string') return before + more
  return Array.isArray(before) && Array.isArray(more) ? before.concat(more) : more
}
