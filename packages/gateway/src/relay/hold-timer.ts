/** Limits the time for which text is held because its format is unknown. A stream of known format needs no timer. */
export interface HoldTimer {
  /** Starts the timer if text is held, and stops it if none is. */
  watch(): void
  stop(): void
}

export interface HoldTimerOptions {
  /** Milliseconds. */
  after: number
  isHeld(): boolean
  /** Releases the text, if it is still held. Does not throw. */
  decide(): void
}

export function createHoldTimer({ after, isHeld, decide }: HoldTimerOptions): HoldTimer {
  let timer: NodeJS.Timeout | undefined

  return {
    watch: () => void (isHeld() ? (timer ??= setTimeout(onTimeUp, after)) : stop()),
    stop,
  }

  function onTimeUp(): void {
    timer = undefined
    decide()
  }

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }
}
