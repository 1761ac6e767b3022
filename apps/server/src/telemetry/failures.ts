import type { FastifyBaseLogger } from 'fastify'
import { faultOf } from '@reason/gateway/errors'

/** Minimum time between two log lines, in milliseconds. */
const pauseMs = 60_000

/** Logs telemetry that could not be sent, in at most one line per minute, with the count. Telemetry is lost, but no request fails. */
export function createFailures(
  log: Pick<FastifyBaseLogger, 'warn'>,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let toldAt = -Infinity
  let failures = 0
  return (error) => {
    failures++
    if (now() - toldAt < pauseMs) return
    toldAt = now()
    log.warn({ err: faultOf(error), failures }, 'telemetry not sent')
    failures = 0
  }
}
