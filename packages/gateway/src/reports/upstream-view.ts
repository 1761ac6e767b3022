import type { UpstreamView } from '@reason/gateway-api'
import type { UpstreamState } from '@reason/routing'

/** The public part of an upstream's state. */
export const upstreamView = ({
  id,
  health,
  circuit,
  openForMs,
  asideForMs,
  inFlight,
  queued,
  lastFailure,
}: UpstreamState): UpstreamView => ({
  upstream: id,
  health,
  circuit,
  ...(openForMs !== undefined && { openForMs: Math.ceil(openForMs) }),
  ...(asideForMs !== undefined && { asideForMs: Math.ceil(asideForMs) }),
  inFlight,
  queued,
  ...(lastFailure !== undefined && { lastFailure: { kind: lastFailure.kind, agoMs: Math.round(lastFailure.agoMs) } }),
})
