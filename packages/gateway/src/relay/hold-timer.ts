/** Limits the time for which text is held because its format is unknown. A stream of known format needs no timer. */
export interface HoldTimer {
  /** Starts the timer, if text is held. */
  watch(): void
  stop(): void
}

export interface HoldTimerOptions {
  /** Milliseconds. */
  after: number
  isHeld(): boolean
  /** Releases the held text. */
  decide(): void
  onFault(error: unknown): void
}

export function createHoldTimer({ after, isHeld, decide, onFault }: HoldTimerOptions): HoldTimer {
  let timer: NodeJS.Timeout | undefined

  return {
    watch() {
      if (timer === undefined && isHeld()) timer = setTimeout(onTimeUp, after)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }

  function onTimeUp(): void {
    timer = undefined
    try {
      if (isHeld()) decide()
    } catch (error) {
      onFault(error)
    }
  }
}
