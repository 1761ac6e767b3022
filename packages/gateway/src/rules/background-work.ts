/** Counts work that goes on after an answer; only a shutdown waits for it. A count instead of a list, because a list would keep closures alive. */
export interface BackgroundWork {
  /** @returns Call it once when the work is done. */
  begin(): () => void
  add(work: Promise<unknown>): void
  /** Resolves when no work is left. */
  empty(): Promise<void>
}

export function createPending(): BackgroundWork {
  let open = 0
  let waiting: (() => void)[] = []

  return {
    begin() {
      open++
      return done
    },
    add(work) {
      open++
      work.then(done, done)
    },
    empty: () => (open === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }

  function done(): void {
    if (--open > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }
}
