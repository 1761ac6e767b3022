import { createFieldKeeper, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

export const { keptOf: kept, toExtra, isFromHere } = createFieldKeeper(WIRE)

/** What a step of a model had beside what its item says. */
export interface StepRecord {
  item: number
  step: Loose
  /** The summary was cut into texts of these lengths. */
  lengths?: readonly number[]
  /** The content of an output: the item goes into the step before. */
  joined?: true
}
