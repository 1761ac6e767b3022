import type { Part } from '@reason/core'
import { of, WIRE } from './context.ts'
import { channelOf, ownFields, type Scope } from './fields.ts'
import { isEmpty, isScalar, type Loose } from '@reason/core/wire-kit'

/** Fields of one object that no other file reads, as native parts: a constant that every frame repeats only once. */
export interface Extras {
  read(out: Part[], holder: Loose, reasoned: boolean): void
  /** Takes harmless constants out, for the `start` part. */
  takeConstants(holder: Loose): Record<string, unknown>
}

/** Where an unknown field of each object stands in the name of its native part. */
export const scopePrefix: Record<Scope, string> = {
  event: '',
  choice: 'choice.',
  message: 'message.',
  call: 'call.',
  function: 'call.function.',
}

/** @param item - The call that it is a field of. */
export function createExtras(scope: Scope, choice: number, item?: number): Extras {
  const own = ownFields[scope]
  const constants = new Map<string, unknown>()

  return { read, takeConstants }

  function read(out: Part[], holder: Loose, reasoned: boolean): void {
    for (const field in holder) {
      if (own.has(field)) continue
      const value = holder[field]
      if (isEmpty(value)) continue
      if (isScalar(value)) {
        if (constants.get(field) === value) continue
        constants.set(field, value)
      }
      const channel = channelOf(scope, field, reasoned)
      out.push({
        type: 'native',
        ...of(choice),
        wire: WIRE,
        event: scopePrefix[scope] + field,
        ...(item !== undefined && { item }),
        ...(channel && { channel }),
        value,
      })
    }
  }

  function takeConstants(holder: Loose): Record<string, unknown> {
    const taken: [string, unknown][] = []
    for (const field in holder) {
      const value = holder[field]
      if (own.has(field) || !isScalar(value) || value === '' || channelOf(scope, field, true) !== undefined) continue
      constants.set(field, value)
      taken.push([field, value])
    }
    return Object.fromEntries(taken)
  }
}
