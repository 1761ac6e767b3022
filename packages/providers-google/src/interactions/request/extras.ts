import type { Extra } from '@reason/core/conversation'
import type { Loose } from '@reason/core/wire-kit'
import { WIRE } from '../wire.ts'

export const toExtra = (fields: Loose): Extra => ({ wire: WIRE, fields })

/** What this format kept; nothing of another one's. */
export const kept = (holder: { extra?: Extra }): Loose => (holder.extra?.wire === WIRE ? holder.extra.fields : {})

export const isFromHere = (holder: { extra?: Extra }): boolean => holder.extra?.wire === WIRE

/** What a step of a model had beside what its item says. */
export interface StepRecord {
  item: number
  step: Loose
  /** The summary was cut into texts of these lengths. */
  lengths?: readonly number[]
  /** The content of an output: the item goes into the step before. */
  joined?: true
}
