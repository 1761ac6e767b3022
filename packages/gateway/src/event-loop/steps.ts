import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work, each step of which takes some milliseconds. */
export type Steps<Result> = Generator<void, Result>

/** Does each step in a turn of its own, so that others get theirs. */
export async function stepByStep<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await nextTurn()
  }
}

/** Does all steps now. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
