/** Work that goes on after an answer, and that only a shutdown waits for. Counted and not listed: a list would keep its closures alive. */
export interface Pending {
  /** @returns To be called once, when it is done. */
  begin(): () => void
  add(work: Promise<unknown>): void
  /** Resolves when nothing is left. */
  empty(): Promise<void>
}

export function createPending(): Pending {
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
