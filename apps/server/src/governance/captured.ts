import type { OtelRequest } from '@reason/otel'
import type { Config } from '../config/load.ts'
import { isCommonCode } from '../relay/withheld.ts'
import type { Wishes } from './wishes.ts'

/**
 * What a span may say of a generation. One of which no trace may be kept has none; where a trace keeps no text, spans have none either. Who
 * traces a request through several services sees the spans of all: reasoning is in there only where the client may see it itself.
 */
export function capturedOf(
  { otlpText, traceMode: most, delivery }: Pick<Config, 'otlpText' | 'traceMode' | 'delivery'>,
  { visibility, traceMode: asked }: Pick<Wishes, 'visibility' | 'traceMode'>,
): Pick<OtelRequest, 'traced' | 'capture' | 'tellsCode'> {
  const keepsText = [most, asked ?? most].every((mode) => mode === 'redacted' || mode === 'full')
  const answer = keepsText && otlpText !== 'none'
  return {
    traced: asked !== 'none',
    ...(visibility !== 'full' && { tellsCode: isCommonCode }),
    capture: { answer, reasoning: answer && otlpText === 'all' && visibility === 'full' && delivery !== 'off' },
  }
}
