import type { Redactor } from '@reason/core/pipeline'
import type { FastifyBaseLogger } from 'fastify'
import type { Telemetry } from '@reason/gateway/host'
import type { TelemetryConfig } from '../config/telemetry.ts'
import { createFailures } from './failures.ts'

export interface ServerTelemetry {
  telemetry: Telemetry | undefined
  /** Sends pending data, up to a timeout. */
  close(): Promise<void>
}

export interface ServerTelemetryOptions {
  /** Name patterns of models with their own label in metrics. */
  models: readonly string[]
  /** Creates the redactor. Called once. */
  redactor: () => Redactor
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Timeout for pending data when the gateway stops, in milliseconds. */
const farewellMs = 3000

/** Opens telemetry. OpenTelemetry is loaded only if there is something to send. */
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
