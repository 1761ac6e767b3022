/** Number of buckets in a window. Old counts are dropped bucket by bucket. */
const pieces = 10

export interface FailureWindow {
  count(failed: boolean, now: number): void
  requests(now: number): number
  /** Failure rate, 0 to 1. 0 without requests. */
  rate(now: number): number
  clear(): void
}

/** Counts requests and failures within a sliding window, in constant memory and time. */
export function createFailureWindow(windowMs: number): FailureWindow {
  const pieceMs = windowMs / pieces
  const all = Array.from({ length: pieces }, () => 0)
  const failed = Array.from({ length: pieces }, () => 0)
  let sumAll = 0
  let sumFailed = 0
  /** Number of the newest bucket since the clock's zero. */
  let newest = Number.NEGATIVE_INFINITY

  return {
    count(isFailure, now) {
      const at = turnTo(now)
      all[at]! += 1
      sumAll += 1
      if (!isFailure) return
      failed[at]! += 1
      sumFailed += 1
    },
    requests(now) {
      turnTo(now)
      return sumAll
    },
    rate(now) {
      turnTo(now)
      return sumAll === 0 ? 0 : sumFailed / sumAll
    },
    clear,
  }

  /** Drops old buckets. A clock that went back counts in the newest bucket. */
  function turnTo(now: number): number {
    const piece = Math.floor(now / pieceMs)
    if (piece <= newest) return indexOf(newest)
    if (piece - newest >= pieces) clear()
    else for (let old = newest + 1; old <= piece; old += 1) empty(indexOf(old))
    newest = piece
    return indexOf(piece)
  }

  function empty(at: number): void {
    sumAll -= all[at]!
    sumFailed -= failed[at]!
    all[at] = 0
    failed[at] = 0
  }

  function clear(): void {
    all.fill(0)
    failed.fill(0)
    sumAll = 0
    sumFailed = 0
  }
}

const indexOf = (piece: number): number => ((piece % pieces) + pieces) % pieces
