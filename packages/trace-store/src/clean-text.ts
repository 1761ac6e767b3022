import type { Json } from './record.ts'

/**
 * What every database, index and JSON parser can hold: NUL and lone surrogates become U+FFFD. PostgreSQL has no NUL in text, and
 * UTF-8 no surrogates.
 */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed
}

const maxDepth = 32

/**
 * Any value as JSON with every string mapped. What JSON cannot say becomes null or is left out, as `JSON.stringify` has it; what
 * lies deeper than 32 levels, or in itself, becomes `"…"`.
 */
export function mapJson(value: unknown, mapText: (text: string) => string, depth = 0): Json {
  switch (typeof value) {
    case 'string':
      return mapText(value)
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      return value.toString()
    case 'boolean':
      return value
    case 'object': {
      if (value === null) return null
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
      if (depth >= maxDepth) return '…'
      if (Array.isArray(value)) return value.map((one) => mapJson(one, mapText, depth + 1))
      const object: { [key: string]: Json } = {}
      for (const key of Object.keys(value)) {
        const one = (value as Record<string, unknown>)[key]
        if (one === undefined || typeof one === 'function' || typeof one === 'symbol') continue
        const mapped = mapJson(one, mapText, depth + 1)
        const name = cleanText(key)
        // Assigning to this one name would set the object's prototype.
        if (name === '__proto__')
          Object.defineProperty(object, name, { value: mapped, enumerable: true, configurable: true, writable: true })
        else object[name] = mapped
      }
      return object
    }
    default:
      return null
  }
}
