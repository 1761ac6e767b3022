import { createAccumulator, type Part, type Result } from '@reason/core'
import { createBreather } from '../../../text/breathe.ts'
import { createJoiner, sourceLength } from './join.ts'
import type { MakeMachine } from './machine.ts'

/** Result of one run over a text. */
export interface BenchRun {
  /** Joined parts, as if the text had come in one piece. */
  parts: readonly Part[]
  /** Length of the text accounted for after each push, in UTF-16 units. */
  accounted: Int32Array
  /** UTF-16 units per push. */
  size: number
  /** Largest length that was held back after a push, and its position. */
  mostHeld: { length: number; at: number }
}

/** Splits a text in pieces of one size. @returns Undefined if the run was cancelled. */
export async function run(make: MakeMachine, text: string, size: number, isCalledOff: () => boolean): Promise<BenchRun | undefined> {
  const machine = make()
  const joiner = createJoiner()
  const breathe = createBreather()
  const pushes = Math.max(1, Math.ceil(text.length / size))
  const accounted = new Int32Array(pushes)
  const mostHeld = { length: 0, at: 0 }
  let done = 0
  for (let push = 0; push < pushes; push++) {
    const parts = machine.push(text.slice(push * size, (push + 1) * size))
    joiner.push(parts)
    for (const part of parts) done += sourceLength(part)
    accounted[push] = done
    const pushed = Math.min(text.length, (push + 1) * size)
    if (pushed - done > mostHeld.length) Object.assign(mostHeld, { length: pushed - done, at: pushed })
    if ((push & 255) === 0 && breathe.isDue()) {
      await breathe.now()
      if (isCalledOff()) return undefined
    }
  }
  joiner.push(machine.end())
  return { parts: joiner.parts(), accounted, size, mostHeld }
}

export function resultOf(parts: readonly Part[]): Result {
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

/** Index of the first part in which two runs differ. -1 if they are equal. */
export function firstDifference(one: readonly Part[], other: readonly Part[]): number {
  const length = Math.max(one.length, other.length)
  for (let index = 0; index < length; index++) if (JSON.stringify(one[index]) !== JSON.stringify(other[index])) return index
  return -1
}
