import { timersAreShared } from './shared-timers.ts'

/** Approximate milliseconds of work in one turn of the event loop. A running slice is not interrupted. */
const most = 5

/** JSON parsed or written in one turn, in bytes or UTF-16 units. */
export const jsonPerTurn = 262_144

let waiting: (() => void)[] = []
let isPlanned = false

/**
 * Runs a slice of long work in a later turn of the event loop, so that other requests get their turn. All long work shares the time of a
 * turn, in order of request. If requests may not share timers, each slice has its own.
 *
 * @param work - May not throw: an exception would end the process.
 */
export function inSlice(work: () => void, areShared: boolean = timersAreShared): void {
  if (!areShared) return void setImmediate(work)
  waiting.push(work)
  if (isPlanned) return
  isPlanned = true
  setImmediate(run)
}

/** Waits for a slice of long work. The work then runs up to its next wait, and its time counts as the slice's. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => inSlice(resolve))

/** Maps a long list, 64 values at a time. Other requests get their turn meanwhile, also in a store that the work asks. */
export async function mapInTurns<One, Result>(list: readonly One[], map: (one: One) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < list.length; from += 64) {
    results.push(...(await Promise.all(list.slice(from, from + 64).map(map))))
    await nextTurn()
  }
  return results
}

/** Runs the work that waits until the time of the turn is over. Work that is added meanwhile waits for the next turn. */
function run(): void {
  const until = performance.now() + most
  const due = waiting
  waiting = []
  let next = 0
  runNext()

  function runNext(): void {
    due[next++]!()
    // A tick that a microtask asks for comes after all microtasks, also those that the work leads to. So their time counts.
    queueMicrotask(() => process.nextTick(goOn))
  }

  function goOn(): void {
    if (next < due.length && performance.now() < until) return runNext()
    waiting = [...due.slice(next), ...waiting]
    isPlanned = waiting.length > 0
    if (isPlanned) setImmediate(run)
  }
}

/** Steps between two looks at the clock. */
const stepsPerLook = 64

/** Begins a slice of steps whose cost is unknown. @returns Whether the slice is over, to be asked once before each step. */
export function createSlice(mostSteps: number): () => boolean {
  const until = performance.now() + most
  let steps = 0
  return () => ++steps > mostSteps || (steps % stepsPerLook === 0 && performance.now() > until)
}
