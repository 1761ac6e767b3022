import type { NativePart } from '@reason/core/parts'
import { isEmpty, isScalar, of, type Loose } from '@reason/wire-kit'
import { isRareField } from './carriers.ts'
import { channelOf, ownFields, type Scope } from './fields.ts'
import { WIRE } from './wire-id.ts'

/** Fields of one object that no other file reads, as native parts: a constant that every frame repeats only once. */
export interface Extras {
  readonly scope: Scope
  readonly choice: number
  /** The call that they are fields of. */
  readonly item: number | undefined
  /** Undefined: none came yet, as in most responses. */
  constants: Map<string, unknown> | undefined
}

/** Where an unknown field of each object stands in the name of its native part. */
export const scopePrefix: Record<Scope, string> = {
  event: '',
  choice: 'choice.',
  message: 'message.',
  call: 'call.',
  function: 'call.function.',
}

export const createExtras = (scope: Scope, choice: number, item?: number): Extras => ({ scope, choice, item, constants: undefined })

/** @returns Fields of a message that hold reasoning under a rare name, which are no extras. */
export function readExtras(
  extras: Extras,
  emit: (part: NativePart) => void,
  holder: Loose,
  reasoned: boolean,
): ReadonlySet<string> | undefined {
  const { scope } = extras
  const own = ownFields[scope]
  let rare: Set<string> | undefined
  for (const field in holder) {
    if (own.has(field)) continue
    const value = holder[field]
    if (isEmpty(value)) continue
    if (scope === 'message' && isRareField(field) && typeof value !== 'boolean') {
      ;(rare ??= new Set()).add(field)
      continue
    }
    if (isScalar(value)) {
      if (extras.constants?.get(field) === value) continue
      constantsOf(extras).set(field, value)
    }
    const channel = channelOf(scope, field, reasoned)
    emit({
      type: 'native',
      ...of(extras.choice),
      wire: WIRE,
      event: scopePrefix[scope] + field,
      ...(extras.item !== undefined && { item: extras.item }),
      ...(channel && { channel }),
      value,
    })
  }
  return rare
}

/** Takes harmless constants out, for the `start` part. Undefined: there are none. */
export function takeConstants(extras: Extras, holder: Loose): Record<string, unknown> | undefined {
  const { scope } = extras
  const own = ownFields[scope]
  let taken: [string, unknown][] | undefined
  for (const field in holder) {
    const value = holder[field]
    if (own.has(field) || !isScalar(value) || value === '' || channelOf(scope, field, true) !== undefined) continue
    constantsOf(extras).set(field, value)
    ;(taken ??= []).push([field, value])
  }
  return taken && Object.fromEntries(taken)
}

const constantsOf = (extras: Extras): Map<string, unknown> => (extras.constants ??= new Map())
