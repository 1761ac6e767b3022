import type { Steps } from '@reason/wire-kit'
import { nextTurn } from './slices.ts'

/** Runs each step in its own turn of the event loop, so that other requests get their turn. */
export async function stepByStep<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await nextTurn()
  }
}
