import type { Loose } from '@reason/wire-kit'

/** Adds what a delta brings: text to text, items to a list; everything else replaces what was there. Its type and signature are read elsewhere. */
export function mergeDelta(value: Record<string, unknown>, delta: Loose): void {
  for (const field of Object.keys(delta)) {
    if (field === 'type' || field === 'signature') continue
    const merged = join(Object.hasOwn(value, field) ? value[field] : undefined, delta[field])
    // An assignment to `__proto__` would be more than that.
    Object.defineProperty(value, field, { value: merged, configurable: true, enumerable: true, writable: true })
  }
}

function join(before: unknown, more: unknown): unknown {
  if (typeof before === 'string' && typeof more === 'string') return before + more
  return Array.isArray(before) && Array.isArray(more) ? before.concat(more) : more
}
