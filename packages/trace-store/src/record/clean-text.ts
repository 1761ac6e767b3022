import type { AnyJson } from './record.ts'

/** Replaces NUL and lone surrogates by U+FFFD. PostgreSQL does not allow NUL in text, and UTF-8 no surrogates. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed
}

const maxDepth = 32

/**
 * Converts a value to JSON, and maps every string. Values without a JSON form become null or are left out, as in `JSON.stringify`. Values nested deeper than 32
 * levels, or in themselves, become `"…"`. Unchanged values, which are nearly all, are not copied.
 */
export function mapJson(value: unknown, mapText: (text: string) => string, depth = 0): AnyJson {
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

function mapList(list: readonly unknown[], mapText: (text: string) => string, depth: number): AnyJson {
  let changed: AnyJson[] | undefined
  for (let index = 0; index < list.length; index++) {
    const mapped = mapJson(list[index], mapText, depth)
    if (changed === undefined && mapped !== list[index]) changed = list.slice(0, index) as AnyJson[]
    changed?.push(mapped)
  }
  return changed ?? (list as AnyJson[])
}

function mapObject(object: Fields, mapText: (text: string) => string, depth: number): AnyJson {
  // Instances of classes are always copied.
  let changed: { [key: string]: AnyJson } | undefined = Object.getPrototypeOf(object) === Object.prototype ? undefined : {}
  // Not `Object.keys`: for the objects of a trace, which are nearly all unchanged, its arrays were a twelfth of all allocations.
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
  return changed ?? (object as { [key: string]: AnyJson })
}

/** Copies the unchanged fields before a key. */
function before(object: Fields, end: string): { [key: string]: AnyJson } {
  const copy: { [key: string]: AnyJson } = {}
  for (const [key, value] of Object.entries(object)) {
    if (key === end) break
    set(copy, key, value as AnyJson)
  }
  return copy
}

function set(object: { [key: string]: AnyJson }, name: string, value: AnyJson): void {
  // Assigning to `__proto__` would set the prototype of the object.
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  else object[name] = value
}
