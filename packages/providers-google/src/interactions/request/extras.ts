import { createFieldKeeper, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

export const { keptOf: kept, toExtra, isFromHere } = createFieldKeeper(WIRE)

/** Fields of a model's step that its item lacks. */
export interface StepRecord {
  item: number
  step: Loose
  /** Lengths of the texts that the summary consisted of. */
  lengths?: readonly number[]
  /** True if the item is a content of the preceding output step. */
  joined?: true
}
