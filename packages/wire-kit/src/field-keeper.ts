import type { Extra } from '@reason/core/conversation'
import type { Loose } from './loose.ts'

/** Something that was read from a format, with what that format alone knows of it. */
export type Extended<T> = T & { extra?: Extra }

/** Reads an object field by field, and knows what nobody read. */
export interface FieldTaker {
  /** Undefined: there is no such field of its own, or it is of another type and counts as not read. */
  take<T>(field: string, is: (value: unknown) => value is T): T | undefined
  /**
   * What nobody took, because it is not known here or is not of the type that it should be, as it was written.
   *
   * @param marks - How it was written, under names of fields that are taken, so that they can mean nothing else.
   */
  rest(marks?: Loose): { extra?: Extra }
}

/** How one format keeps settings and fields as they were written, and finds them again; those of other formats it never sees. */
export interface FieldKeeper {
  createTaker(holder: Loose): FieldTaker
  /** Nothing at all where there are no entries. */
  extraOf(entries: readonly (readonly [string, unknown])[]): { extra?: Extra }
  /** Also where there are no fields: then it is known that it was read from here. */
  toExtra(fields: Loose): Extra
  keptOf(holder: object): Loose
  /** Whether something was read from this format, so that it is known how it was written. */
  isFromHere(holder: { extra?: Extra }): boolean
}

/** @param wire - Id of the format. */
export function createFieldKeeper(wire: string): FieldKeeper {
  return { createTaker, extraOf, toExtra: (fields) => ({ wire, fields }), keptOf, isFromHere: ({ extra }) => extra?.wire === wire }

  function createTaker(holder: Loose): FieldTaker {
    const taken = new Set<string>()
    return {
      take(field, is) {
        const value = Object.hasOwn(holder, field) ? holder[field] : undefined
        if (value === undefined || !is(value)) return undefined
        taken.add(field)
        return value
      },
      rest(marks = {}) {
        return extraOf([...Object.entries(holder).filter(([field]) => !taken.has(field)), ...Object.entries(marks)])
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

export function without(holder: Loose, ...fields: string[]): Loose {
  return Object.fromEntries(Object.entries(holder).filter(([field]) => !fields.includes(field)))
}
