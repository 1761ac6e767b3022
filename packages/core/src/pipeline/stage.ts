import type { DeltaPart, Part } from '../parts.ts'

/** A step between a reader and a writer: parts in, parts out. Splitting is one, policies are others. */
export interface Stage {
  /** May be given `end`, which it passes on as the last part. */
  push(part: Part): readonly Part[]
  /** Only stages that hold text until its kind is known (`Splitter.decide`). */
  decide?(reason: 'timeout'): readonly Part[]
  isUndecided?(): boolean
  /**
   * Whether `push(part)` would hand this text on as it is, and nothing else: the same delta, but for the number of its block, and the channel
   * where the stage splits. Only asks. Absent: never sure.
   */
  passes?(part: DeltaPart): boolean
}
