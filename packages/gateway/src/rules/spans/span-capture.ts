import type { OtelRequest } from '@reason/otel'
import type { GatewayConfig } from '../../settings/settings.ts'
import { isCommonCode } from '../../errors/withheld-text.ts'
import type { Wishes } from '../../client-apis/effective-access.ts'

/**
 * What a span may say of a generation. One of which no trace may be kept has none; where a trace keeps no text, spans have none either. Who
 * traces a request through several services sees the spans of all: reasoning is in there only where the client may see it itself.
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
