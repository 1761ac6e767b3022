import type { Extra } from '@reason/core/conversation'
import type { Loose } from '../values/loose.ts'

/** A value that was read from a format, with the fields that only this format has. */
export type Extended<T> = T & { extra?: Extra }

/** Reads an object field by field, and keeps the fields that were not read. */
export interface FieldTaker {
  /** Reads a field. Undefined if the object has no such own field, or it has another type; it then counts as not read. */
  take<T>(field: string, is: (value: unknown) => value is T): T | undefined
  /**
   * Returns the fields that were not read, unchanged: their name is unknown, or their type is unexpected.
   *
   * @param marks - Notes on the original spelling. They use names of fields that were read, so that they cannot collide with the rest.
   */
  rest(marks?: Loose): { extra?: Extra }
}

/** Keeps the settings and fields of one format as they were written, and finds them again. Fields of other formats stay hidden. */
export interface FieldKeeper {
  createTaker(holder: Loose): FieldTaker
  /** Empty if there are no entries. */
  extraOf(entries: readonly (readonly [string, unknown])[]): { extra?: Extra }
  /** Keeps fields. Without any, the result still marks the value as read from this format. */
  toExtra(fields: Loose): Extra
  keptOf(holder: object): Loose
  /** Whether the value was read from this format, so that its original spelling is known. */
  isFromHere(holder: { extra?: Extra }): boolean
}

/** @param wire - Id of the format. */
export function createFieldKeeper(wire: string): FieldKeeper {
  return { createTaker, extraOf, toExtra: (fields) => ({ wire, fields }), keptOf, isFromHere: ({ extra }) => extra?.wire === wire }

  function createTaker(holder: Loose): FieldTaker {
    const taken: string[] = []
    return {
      take(field, is) {
        const value = Object.hasOwn(holder, field) ? holder[field] : undefined
        if (value === undefined || !is(value)) return undefined
        taken.push(field)
        return value
      },
      rest(marks) {
        const left = without(holder, ...taken)
        const fields = marks === undefined ? left : { ...left, ...marks }
        return Object.keys(fields).length === 0 ? {} : { extra: { wire, fields } }
      },
    }
  }

  function extraOf(entries: readonly (readonly [string, unknown])[]): { extra?: Extra } {
    return entries.length === 0 ? {} : { extra: { wire, fields: Object.fromEntries(entries) } }
  }

  function keptOf(holder: object): Loose {
    const { extra } = holder as { extra?: Extra }
    return extra?.wire === wire ? extra.fields : {}
  }
}

export function without(holder: Loose, ...fields: readonly string[]): Loose {
  const entries: [string, unknown][] = []
  for (const field of Object.keys(holder)) if (!fields.includes(field)) entries.push([field, holder[field]])
  return Object.fromEntries(entries)
}
