/** Whether somebody is still there at the other end of a WebSocket. */
export interface Heartbeat {
  /** It has answered a ping, or said something. @param waiting - Bytes that wait for it. */
  heard(waiting: number): void
  /**
   * To be asked once in a while, before it is pinged.
   *
   * @param waiting - Bytes that wait for it here.
   * @param taken - Bytes that the system has taken for it since the connection began.
   * @param stallMs - How long it may take nothing of what waits.
   * @returns Whether it is taken for gone.
   */
  beat(waiting: number, taken: number, stallMs: number): boolean
}

/**
 * One that has not answered a ping until the next one is gone. But where something waits for it, the ping stands behind all that the system holds already, which is
 * megabytes, and for a slow reader minutes: what counts then is that it takes something.
 *
 * @param now - In milliseconds. Default `performance.now`.
 */
export function createHeartbeat(now: () => number = () => performance.now()): Heartbeat {
  let hasAnswered = true
  let isBehind = false
  let takenBefore = 0
  /** When it last took or said something. */
  let signAt = now()

  return {
    heard(waiting) {
      hasAnswered = true
      isBehind = waiting > 0
      signAt = now()
    },
    beat(waiting, taken, stallMs) {
      isBehind ||= waiting > 0
      if (taken > takenBefore) signAt = now()
      takenBefore = taken
      if (isBehind ? now() - signAt > stallMs : !hasAnswered) return true
      hasAnswered = false
      return false
    },
  }
}
