/** A reservation that is renewed at intervals. `createRenewals` maintains both fields. */
export interface Renewed {
  place: number
  dueAt: number
}

/** Open reservations that are renewed, with one timer for all of them. */
export interface Renewals<One extends Renewed> {
  add(one: One): void
  remove(one: One): void
  size(): number
}

/** Ticks of the timer between two renewals. Each reservation is renewed at its own tick, so they spread as their beginnings did. */
const looks = 10

/**
 * @param everyMs - Milliseconds between two renewals. The first may come a tenth of that earlier.
 */
export function createRenewals<One extends Renewed>(everyMs: number, renew: (one: One) => void): Renewals<One> {
  const open: One[] = []
  let timer: ReturnType<typeof setInterval> | undefined
  /** Ticks so far. */
  let now = 0

  return { add, remove, size: () => open.length }

  function add(one: One): void {
    one.dueAt = now + looks
    one.place = open.length
    open.push(one)
    if (timer !== undefined) return
    timer = setInterval(look, Math.max(1, Math.floor(everyMs / looks)))
    timer.unref?.()
  }

  function look(): void {
    now++
    for (const one of open) {
      if (one.dueAt > now) continue
      one.dueAt = now + looks
      renew(one)
    }
  }

  /** Removes a reservation. The last one moves to its position. */
  function remove(one: One): void {
    const last = open.pop()!
    if (last !== one) {
      open[one.place] = last
      last.place = one.place
    }
    if (open.length > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
