/** Detects whether the client of a WebSocket is still connected. */
export interface Heartbeat {
  /** Records a pong or message of the client. @param waiting - Bytes that are buffered for it. */
  heard(waiting: number): void
  /**
   * Checks the client. Call it at intervals, before each ping.
   *
   * @param waiting - Bytes that are buffered for the client in this process.
   * @param taken - Bytes that the system has accepted since the connection began.
   * @param stallMs - Milliseconds without progress before a client with buffered bytes counts as disconnected.
   * @returns Whether the client counts as disconnected.
   */
  beat(waiting: number, taken: number, stallMs: number): boolean
}

/**
 * A client counts as disconnected if it has not answered a ping before the next one. While data is buffered, the ping waits behind
 * megabytes of it, which take a slow reader minutes. Progress of the data counts then.
 *
 * @param now - Clock in milliseconds. Default `performance.now`.
 */
export function createHeartbeat(now: () => number = () => performance.now()): Heartbeat {
  let hasAnswered = true
  let isBehind = false
  let takenBefore = 0
  /** Time of the client's last progress or message. */
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
