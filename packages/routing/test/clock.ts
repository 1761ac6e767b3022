import type { RouterContext } from '../src/index.ts'

export interface TestClock extends Required<RouterContext> {
  /** Advances the time, and runs due timers in order. */
  pass(ms: number): void
  /** Number of active timers. */
  timers(): number
}

/** A clock that stands still until `pass`. Its random numbers are seeded, so that tests are repeatable. */
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
