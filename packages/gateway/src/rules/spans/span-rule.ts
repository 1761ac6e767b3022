import type { GatewayConfig } from '../../settings/settings.ts'
import { watched } from '../metrics/upstream-metrics.ts'
import type { OwnRule } from '../own-rule.ts'
import { capturedOf } from './span-capture.ts'

/** Records a span for each upstream request, until an upstream answers. */
export const spanRule = (config: Pick<GatewayConfig, 'otlpText' | 'delivery'>): OwnRule => ({
  id: 'spans',
  admit(generation) {
    const { known, request, incoming, wishes } = generation
    const { stream, choices } = request
    const span = incoming.telemetry?.generation({ ...known, stream, choices, ...capturedOf(config, wishes) })
    if (span === undefined) return undefined
    return {
      requestHeaders: (upstream, headers) => span.sends(upstream, headers),
      sends: (send) => watched(send, generation.upstream!, { upstream: (event) => span.happened(event) }),
      begin: () => ({ observers: span.begin(known.adapter!) }),
      over: (outcome) => span.over(outcome),
    }
  },
})
