import { createRouter, type RoutingOptions, type UpstreamOptions } from '@reason/routing'
import { defined } from '@reason/wire-kit'
import type { GatewayConfig } from '../settings/settings.ts'
import { healthFor, rulesFor } from '../settings/routing-rules.ts'
import { nameOf } from '../settings/upstream-list.ts'
import type { Backend } from '../generation/backend.ts'
import { sealerAt } from '../upstreams/providers.ts'

const probeIntervalMs = 15_000
const probeTimeoutMs = 5000

type Configured = Pick<GatewayConfig, 'upstreams' | 'routing'>

/** Returns this process's part of a limit that all processes of a gateway share. */
export type LimitShare = (whole: number) => number

const all: LimitShare = (whole) => whole

/**
 * Router options for the configured upstreams.
 *
 * @param backends - Provide seal issuers and model list addresses. Empty before they are created.
 */
export function routingOptions(
  { upstreams = [], routing = {} }: Configured,
  backends: ReadonlyMap<string, Backend>,
  share: LimitShare = all,
): RoutingOptions {
  return {
    ...rulesFor(routing),
    upstreams: upstreams.map((entry): UpstreamOptions => {
      const { models, aliases, weight, priority, concurrency, queue, queueTimeout, health } = entry
      const { probe = probeIntervalMs, probeTimeout = probeTimeoutMs } = entry
      const id = nameOf(entry)
      const backend = backends.get(id)
      const list = backend?.upstream.api.models
      return {
        id,
        ...defined({ models, aliases, weight, priority }),
        limits: {
          ...(concurrency !== undefined && { concurrency: share(concurrency) }),
          ...defined({ queue, queueTimeoutMs: queueTimeout }),
        },
        health: healthFor(routing.health, health),
        issuer: issuerOf(backend),
        ...(list !== undefined && probe > 0 && { probe: { path: list.path, intervalMs: probe, timeoutMs: probeTimeout } }),
      }
    }),
  }
}

/** @throws {ReasonError} `REASON_INVALID_OPTIONS`, before any connection is opened. */
export const checkRouting = (config: Configured): void => void createRouter(routingOptions(config, new Map()))

function issuerOf(backend: Backend | undefined): NonNullable<UpstreamOptions['issuer']> {
  if (backend === undefined) return {}
  return { wire: backend.upstream.api.id, ...sealerAt(backend.upstream) }
}
