import { noParts, type Part } from '../parts.ts'
import type { Stage } from './stage.ts'

/** Joins two lists. Nearly always one of them is empty, and the other is returned as is, so that no step allocates a list for each part. */
export function joined(before: readonly Part[], after: readonly Part[]): readonly Part[] {
  if (before.length === 0) return after
  return after.length === 0 ? before : [...before, ...after]
}

/** Applies a step to each part, and returns all results in one list. `flatMap` costs several times as much, because V8 does not inline its callback. */
export function eachThrough(parts: readonly Part[], step: (part: Part) => readonly Part[]): readonly Part[] {
  if (parts.length === 1) return step(parts[0]!)
  const out: Part[] = []
  for (const part of parts) for (const made of step(part)) out.push(made)
  return out
}

/** `eachThrough` for a stage. A closure over the stage would allocate an object for each part, even if the closure is never created. */
export function eachThroughStage(parts: readonly Part[], stage: Stage): readonly Part[] {
  if (parts.length === 0) return noParts
  const out: Part[] = []
  for (const part of parts) for (const made of stage.push(part)) out.push(made)
  return out
}
