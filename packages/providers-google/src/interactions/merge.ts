import type { Loose } from '@reason/wire-kit'

/** Copies a step and its lists, so that deltas can be merged into it. */
export const openValue = (step: Loose): Record<string, unknown> =>
  Object.fromEntries(Object.entries(step).map(([field, value]) => [field, copyOf(value)]))

/**
 * Merges a delta into a step: text is appended, lists are extended, any other value is replaced. Type and signature are handled elsewhere.
 *
 * @param value - The result of `openValue`. Its lists are extended in place, because a copy for each delta would take quadratic time.
 */
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
  if (!Array.isArray(before) || !Array.isArray(more)) return copyOf(more)
  for (const one of more) before.push(one)
  return before
}

const copyOf = (value: unknown): unknown => (Array.isArray(value) ? [...(value as unknown[])] : value)
