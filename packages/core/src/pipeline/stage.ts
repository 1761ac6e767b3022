import type { DeltaPart, Part } from '../parts.ts'

/** A step between a reader and a writer that maps parts to parts, such as splitting or a policy. */
export interface Stage {
  /** May get `end`, which it passes on as the last part. */
  push(part: Part): readonly Part[]
  /** Only for stages that hold text until its kind is known (`Splitter.decide`). */
  decide?(reason: 'timeout'): readonly Part[]
  isUndecided?(): boolean
  /**
   * Whether `push(part)` would return this text alone: the same delta, except for the number of its block, and for the channel if the stage splits. Has no
   * effect. Absent: never sure.
   */
  passes?(part: DeltaPart): boolean
}
