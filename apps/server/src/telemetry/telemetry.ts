import type { Redactor } from '@reason/core/pipeline'
import type { FastifyBaseLogger } from 'fastify'
import type { Telemetry } from '@reason/gateway/host'
import type { TelemetryConfig } from '../config/telemetry.ts'
import { createFailures } from './failures.ts'

export interface ServerTelemetry {
  telemetry: Telemetry | undefined
  /** Sends what waits, as long as that does not take long. */
  close(): Promise<void>
}

export interface ServerTelemetryOptions {
  /** Models that are a value of their own in metrics, as patterns. */
  models: readonly string[]
  /** Asked once. */
  redactor: () => Redactor
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** How long what waits may take to be sent when the gateway stops, in milliseconds. */
const farewellMs = 3000

/** Where nothing is to be sent, nothing of OpenTelemetry is loaded. */
export async function openTelemetry(
  config: TelemetryConfig | undefined,
  { models, redactor, log }: ServerTelemetryOptions,
): Promise<ServerTelemetry> {
  if (config === undefined) return { telemetry: undefined, close: async () => {} }
  const { createTelemetry } = await import('@reason/gateway/otel')
  const { openProviders } = await import('./providers.ts')
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core')
  const { tracer, meter, shutdown } = await openProviders(config, createFailures(log))
  return {
    telemetry: createTelemetry({ tracer, meter, propagator: new W3CTraceContextPropagator(), redactor: redactor(), models }),
    async close() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise((resolve) => (timer = setTimeout(resolve, farewellMs)))
      await Promise.race([shutdown(), late])
      clearTimeout(timer)
    },
  }
}
