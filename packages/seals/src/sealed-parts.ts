import type { Part } from '@reason/core'
import type { Seal, ToolCallStartPart } from '@reason/core/parts'
import { bareCallId } from '@reason/wire-kit'
import type { AttachOptions } from './attach-options.ts'
import { withSealed } from './call-id.ts'

export const sealOf = (value: string): Seal => ({ kind: 'encrypted', value, issuer: { wire: 'reason' } })

/** A reasoning block without text that carries the value. */
export function sealedBlock(block: number, value: string): Part[] {
  const of = { block, channel: 'reasoning' } as const
  return [
    { type: 'block-start', ...of },
    { type: 'block-end', ...of, boundary: 'wire', seals: [sealOf(value)] },
  ]
}

/** Puts the sealed value into the call's id. A call without an id gets the end of the value, which is random and therefore unique. */
export function inCallId(part: ToolCallStartPart, value: string, references: AttachOptions['references']): Part {
  const id = withSealed(part.id ?? `call_${value.slice(-12)}`, value)
  return { ...part, id: references?.put(id) ?? id }
}

/** Removes seals of providers. */
export function withoutSeals(part: Part): Part {
  if (part.type === 'tool-call-start') return part.id === undefined ? part : { ...part, id: bareCallId(part.id) }
  if (!('seals' in part)) return part
  const { seals: _, ...rest } = part
  return rest as Part
}
