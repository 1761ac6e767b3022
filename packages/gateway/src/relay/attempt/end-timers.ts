/** Milliseconds that an upstream has for its usage after the last event, and for its finish reason and usage after all turns have ended. */
const endGrace = 1000
/** Milliseconds of silence after a finish reason. Some upstreams send no last event, and leave the connection open. */
const finishGrace = 5000

/** Timers that end an attempt whose upstream does not end its body. */
export interface EndTimers {
  /** Ends the attempt after a short grace. Further calls do not prolong it. */
  endSoon(end: () => void): void
  /** Ends the attempt if no other call follows for a while. Each call cancels the one before; undefined only cancels. */
  endIfSilent(end: (() => void) | undefined): void
  stop(): void
}

export function createEndTimers(): EndTimers {
  let grace: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined
  return {
    endSoon(end) {
      grace ??= setTimeout(end, endGrace)
    },
    endIfSilent(end) {
      clearTimeout(silence)
      silence = end && setTimeout(end, finishGrace)
    },
    stop() {
      clearTimeout(grace)
      clearTimeout(silence)
    },
  }
}
