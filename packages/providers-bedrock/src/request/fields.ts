import type { Extra } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/core/wire-kit'
import { WIRE } from '../wire-id.ts'

/** Something that was read from this format, with what the format alone knows of it. */
export type Extended<T> = T & { extra?: Extra }

/**
 * Reads an object field by field: what nobody took, because it is not known here or is not of the type that it should be, stays as it
 * was written.
 */
export function createTaker(holder: Loose) {
  const taken = new Set<string>()
  return {
    take<T>(field: string, is: (value: unknown) => value is T): T | undefined {
      if (!Object.hasOwn(holder, field) || !is(holder[field])) return undefined
      taken.add(field)
      return holder[field]
    },
    /** @param marks - How it was written, under names of fields that are taken, so that they can mean nothing else. */
    rest(marks: Loose = {}): { extra?: Extra } {
      return extraOf([...Object.entries(holder).filter(([field]) => !taken.has(field)), ...Object.entries(marks)])
    },
  }
}

export function extraOf(entries: readonly (readonly [string, unknown])[]): { extra?: Extra } {
  return entries.length === 0 ? {} : { extra: { wire: WIRE, fields: Object.fromEntries(entries) } }
}

/** What this format kept; nothing of another one's. */
export function keptOf(holder: object): Loose {
  const { extra } = holder as { extra?: Extra }
  return extra?.wire === WIRE ? extra.fields : {}
}

export function without(holder: Loose, ...fields: string[]): Loose {
  return Object.fromEntries(Object.entries(holder).filter(([field]) => !fields.includes(field)))
}

export const isString = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
export const isStrings = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isString)
export { isLoose, type Loose }
