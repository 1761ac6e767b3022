import { expect, it } from 'vitest'
import { createHeartbeat, type Heartbeat } from '../../src/listen/socket-heartbeat.ts'

const every = 30_000
const stallMs = 300_000

/** One beat after the other. Undefined: it answers the ping before. */
function beats(...waits: ([waiting: number, taken: number] | undefined)[]): boolean[] {
  let time = 0
  const heartbeat: Heartbeat = createHeartbeat(() => time)
  return waits.map((wait) => {
    if (wait === undefined) heartbeat.heard(0)
    time += every
    return heartbeat.beat(...(wait ?? [0, 0]), stallMs)
  })
}

it('one that answers stays, and one that does not is gone with the next beat', () => {
  expect(beats(undefined, undefined, undefined)).toEqual([false, false, false])
  expect(beats(undefined, [0, 0])).toEqual([false, true])
})

it('what a vanished one was sent meanwhile, and the system took for it, is no sign of it', () => {
  expect(beats(undefined, [0, 5000])).toEqual([false, true])
})

it('one that takes what waits for it stays, however late it comes to the ping', () => {
  // For longer than it may take nothing.
  const slow = Array.from({ length: 20 }, (_, at): [number, number] => [9000, 100 * Math.floor(at / 2)])
  expect(beats(...slow, [0, 9300])).not.toContain(true)
})

it('one for which something waits, and who takes nothing, is gone after as long as it may take nothing', () => {
  const stuck = Array.from({ length: 12 }, (): [number, number] => [9000, 100])
  const gone = beats(...stuck)
  expect(gone.indexOf(true)).toBe(11)
})
