import type { FastifyBaseLogger } from 'fastify'
import { faultOf } from '@reason/gateway/errors'

/** How often a receiver that does not answer is told of, in milliseconds. */
const pauseMs = 60_000

/** Logs telemetry that could not be sent: one line per minute at most, with the count. It is lost, but no request fails for it. */
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
