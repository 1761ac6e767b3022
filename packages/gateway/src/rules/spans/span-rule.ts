import type { OtelRequest } from '@reason/otel'
import type { Wishes } from '../../client-apis/effective-access.ts'
import { isCommonCode } from '../../errors/withheld-text.ts'
import type { GatewayConfig } from '../../settings/settings.ts'
import { watched } from '../metrics/upstream-metrics.ts'
import type { OwnRule } from '../own-rule.ts'

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

/**
 * Decides which content a span may contain. A generation without a trace has no spans, and a trace without text means spans without text.
 * Operators of other services in the trace can read its spans. So a span contains reasoning only if the client may see it.
 */
function capturedOf(
  { otlpText, delivery }: Pick<GatewayConfig, 'otlpText' | 'delivery'>,
  { visibility, traceMode }: Pick<Wishes, 'visibility' | 'traceMode'>,
): Pick<OtelRequest, 'traced' | 'capture' | 'tellsCode'> {
  const keepsText = traceMode === 'redacted' || traceMode === 'full'
  const answer = keepsText && otlpText !== 'none'
  return {
    traced: traceMode !== 'none',
    ...(visibility !== 'full' && { tellsCode: isCommonCode }),
    capture: { answer, reasoning: answer && otlpText === 'all' && visibility === 'full' && delivery !== 'off' },
  }
}
