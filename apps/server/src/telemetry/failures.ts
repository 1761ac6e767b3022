import type { FastifyBaseLogger } from 'fastify'
import { faultOf } from '@reason/gateway/errors'

/** How often a receiver that does not answer is told of, in milliseconds. */
const pauseMs = 60_000

/** Telemetry that cannot be sent is lost, and harms nobody: a line in the log now and then, with how much it was. */
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
