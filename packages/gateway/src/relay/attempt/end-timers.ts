/** Milliseconds that an upstream has for its usage after the last event, and for its finish reason and usage after all turns have ended. */
const endGrace = 1000
/** Milliseconds of silence after a finish reason. Some upstreams send no last event, and leave the connection open. */
const finishGrace = 5000

/** Timers that end an attempt whose upstream does not end its body. */
export class EndTimers {
  #soon: (() => void) | undefined
  #silent: (() => void) | undefined
  #grace: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined
  #isPaused = false

  /** Ends the attempt after a short grace. Further calls do not prolong it. */
  endSoon(end: () => void): void {
    if (this.#soon !== undefined) return
    this.#soon = end
    if (!this.#isPaused) this.#grace = setTimeout(end, endGrace)
  }

  /** Ends the attempt if no other call follows for a while. Undefined only cancels the call before. */
  endIfSilent(end: (() => void) | undefined): void {
    clearTimeout(this.#silence)
    this.#silent = end
    if (end !== undefined && !this.#isPaused) this.#silence = setTimeout(end, finishGrace)
  }

  /** Stops the clocks while the client does not keep up, because the upstream is not read then. `resume` begins each wait anew. */
  pause(): void {
    this.#isPaused = true
    clearTimeout(this.#grace)
    clearTimeout(this.#silence)
  }

  resume(): void {
    this.#isPaused = false
    if (this.#soon !== undefined) this.#grace = setTimeout(this.#soon, endGrace)
    this.endIfSilent(this.#silent)
  }

  stop(): void {
    this.pause()
    this.#soon = this.#silent = undefined
  }
}
