/** Milliseconds that an upstream has for its usage after the last event, and for its finish reason and usage after all turns have ended. */
const endGrace = 1000
/** Milliseconds of silence after a finish reason. Some upstreams send no last event, and leave the connection open. */
const finishGrace = 5000

/** Timers that end an attempt whose upstream does not end its body. */
export class EndTimers {
  #grace: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined

  /** Ends the attempt after a short grace. Further calls do not prolong it. */
  endSoon(end: () => void): void {
    this.#grace ??= setTimeout(end, endGrace)
  }

  /** Ends the attempt if no other call follows for a while. Undefined only cancels the call before. */
  endIfSilent(end: (() => void) | undefined): void {
    clearTimeout(this.#silence)
    this.#silence = end && setTimeout(end, finishGrace)
  }

  stop(): void {
    clearTimeout(this.#grace)
    clearTimeout(this.#silence)
  }
}
