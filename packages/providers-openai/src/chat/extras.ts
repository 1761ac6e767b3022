import type { NativePart } from '@reason/core/parts'
import { isEmpty, isScalar, of, type Loose } from '@reason/wire-kit'
import { isRareField } from './carriers.ts'
import { channelOf, ownFields, type FieldScope } from './fields.ts'
import { WIRE } from './wire-id.ts'

/** Unknown fields of one object, as native parts. A constant that every frame repeats is emitted once. */
export interface ScopedExtras {
  readonly scope: FieldScope
  readonly choice: number
  /** Number of the call that has the fields. */
  readonly item: number | undefined
  /** Constants emitted so far. Undefined until the first one, as in most responses. */
  constants: Map<string, unknown> | undefined
}

/** Prefix of native part names for the unknown fields of each object. */
export const scopePrefix: Record<FieldScope, string> = {
  event: '',
  choice: 'choice.',
  message: 'message.',
  call: 'call.',
  function: 'call.function.',
}

export const createExtras = (scope: FieldScope, choice: number, item?: number): ScopedExtras => ({
  scope,
  choice,
  item,
  constants: undefined,
})

/** @returns Fields of the message that hold reasoning under a rare name. They are no extras. */
export function readExtras(
  extras: ScopedExtras,
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

/** Removes harmless constants, for the `start` part. Undefined if there are none. */
export function takeConstants(extras: ScopedExtras, holder: Loose): Record<string, unknown> | undefined {
  const { scope } = extras
  const own = ownFields[scope]
  let taken: [string, unknown][] | undefined
  for (const field in holder) {
    const value = holder[field]
    if (own.has(field) || !isScalar(value) || value === '' || String(value).length > longestConstant) continue
    if (channelOf(scope, field, true) !== undefined) continue
    constantsOf(extras).set(field, value)
    ;(taken ??= []).push([field, value])
  }
  return taken && Object.fromEntries(taken)
}

/** Longest constant, in UTF-16 units. A writer repeats constants in every frame. Longer values stay in the frames that have them. */
const longestConstant = 1024

const constantsOf = (extras: ScopedExtras): Map<string, unknown> => (extras.constants ??= new Map())
