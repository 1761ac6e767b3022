import type { RouterContext } from '../src/index.ts'

export interface TestClock extends Required<RouterContext> {
  /** Lets time pass, and calls what is due on the way, in its order. */
  pass(ms: number): void
  /** Timers that are set. */
  timers(): number
}

/** A clock that stands still until it is told. Its random numbers are seeded: a test that passes once passes always. */
export function testClock(seed = 1): TestClock {
  let time = 1_000_000
  const timers = new Set<{ at: number; run: () => void }>()
  return {
    now: () => time,
    random: seededRandom(seed),
    schedule(run, delayMs) {
      const timer = { at: time + delayMs, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass(ms) {
      const until = time + ms
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
        if (next === undefined) break
        timers.delete(next)
        time = Math.max(time, next.at)
        next.run()
      }
      time = until
    },
    timers: () => timers.size,
  }
}

/** A linear congruential generator with 48 bits, as in many C libraries. */
export function seededRandom(seed: number): () => number {
  let state = (BigInt(seed) << 16n) + 0x330en
  return () => {
    state = (state * 0x5deece66dn + 0xbn) & 0xffffffffffffn
    return Number(state) / 2 ** 48
  }
}
