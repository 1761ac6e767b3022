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
 * lies deeper than 32 levels, or in itself, becomes `"…"`. What stays as it is, nearly all, is not copied.
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
      return Array.isArray(value) ? mapList(value, mapText, depth + 1) : mapObject(value as Fields, mapText, depth + 1)
    }
    default:
      return null
  }
}

type Fields = Record<string, unknown>

function mapList(list: readonly unknown[], mapText: (text: string) => string, depth: number): Json {
  let changed: Json[] | undefined
  for (let index = 0; index < list.length; index++) {
    const mapped = mapJson(list[index], mapText, depth)
    if (changed === undefined && mapped !== list[index]) changed = list.slice(0, index) as Json[]
    changed?.push(mapped)
  }
  return changed ?? (list as Json[])
}

function mapObject(object: Fields, mapText: (text: string) => string, depth: number): Json {
  // An object of a class may say of itself in JSON what it likes.
  let changed: { [key: string]: Json } | undefined = Object.getPrototypeOf(object) === Object.prototype ? undefined : {}
  // No list of its keys: for the objects of one trace, which nearly all stay as they are, such lists were a twelfth of what it allocated.
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue
    const one = object[key]
    const isLeftOut = one === undefined || typeof one === 'function' || typeof one === 'symbol'
    const mapped = isLeftOut ? undefined : mapJson(one, mapText, depth)
    const name = cleanText(key)
    if (changed === undefined) {
      if (mapped === one && name === key) continue
      changed = before(object, key)
    }
    if (mapped !== undefined) set(changed, name, mapped)
  }
  return changed ?? (object as { [key: string]: Json })
}

/** A copy of what stands before a key, which stayed as it was. */
function before(object: Fields, end: string): { [key: string]: Json } {
  const copy: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(object)) {
    if (key === end) break
    set(copy, key, value as Json)
  }
  return copy
}

function set(object: { [key: string]: Json }, name: string, value: Json): void {
  // Assigning to this one name would set the object's prototype.
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  else object[name] = value
}
