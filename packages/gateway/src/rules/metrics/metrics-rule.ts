import type { Observer } from '@reason/core/pipeline'
import type { Metrics } from '@reason/metrics'
import type { GatewayConfig } from '../../settings/settings.ts'
import type { OwnRule } from '../own-rule.ts'
import { watched } from './upstream-metrics.ts'

/** Counts generations, their channels, and the outcomes of requests to upstreams. */
export const metricsRule = (metrics: Metrics, { delivery }: Pick<GatewayConfig, 'delivery'>): OwnRule => ({
  id: 'metrics',
  admit(generation) {
    const { known, request, incoming } = generation
    let counting: ReturnType<Metrics['observers']> | undefined
    let channels: Observer | undefined
    return {
      sends: (send) => watched(send, generation.upstream!, metrics),
      begin() {
        counting = metrics.observers({ ...known, mode: delivery, stream: request.stream, startedAt: incoming.startedAt })
        return { observers: counting }
      },
      passed: (pieces, length) => counting?.[0].arrived(pieces, length),
      channels: () => (channels ??= metrics.channels(known)),
    }
  },
})
