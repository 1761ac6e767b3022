import type { OtelRequest } from '@reason/otel'
import type { GatewayConfig } from '../../settings/settings.ts'
import { isCommonCode } from '../../errors/withheld-text.ts'
import type { Wishes } from '../../client-apis/effective-access.ts'

/**
 * Decides which content a span may contain. A generation without a trace has no spans, and a trace without text means spans without text.
 * Operators of other services in the trace can read its spans. So a span contains reasoning only if the client may see it.
 */
export function capturedOf(
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
