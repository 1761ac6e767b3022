import { nextTurn } from './slices.ts'

/** Long work in steps of a few milliseconds each. */
export type Steps<Result> = Generator<void, Result>

/** Runs each step in its own turn of the event loop, so that other requests get their turn. */
export async function stepByStep<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await nextTurn()
  }
}

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
