/** An object of a provider's JSON: any field may be absent or of any type. */
export interface Loose {
  readonly [key: string]: unknown
}

export const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value, or an empty object for anything else. */
export const asLoose = (value: unknown): Loose => (isLoose(value) ? value : {})

/** Returns the value, or an empty list for anything else. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Wraps a single value in a list. Streams may send one element where bodies have a list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isEmpty(value) ? [] : [value])

/** True for a non-empty string. `null`, `''` and absent all mean that there is no text. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** True for empty values: `null`, `''`, `[]`, `{}`. Providers send such placeholders for unused fields. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}

type Defined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>
}

/** Drops fields that are undefined. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>

export const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Parses a JSON text. Returns `otherwise` for an invalid one. */
export function parseJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}

/** Parses a JSON text. An invalid one stays text. */
export const jsonOrText = (text: string): unknown => parseJson(text, text)

/** True for a complete JSON text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Converts a value that should be a string: an SDK's object, a number. Never throws (cycles, BigInt). */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return Object.prototype.toString.call(value)
  }
}

/** Serialises any value. Never throws: a value that JSON cannot express becomes its type name (cycles, BigInt) or `null`. */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return JSON.stringify(Object.prototype.toString.call(value))
  }
}
