import type { Redactor } from '@reason/core/pipeline'
import type { FastifyBaseLogger } from 'fastify'
import type { TelemetryConfig } from '../config/telemetry.ts'
import type { Telemetry } from '@reason/gateway/host'

export interface TelemetryOptions {
  /** Models that are a value of their own in metrics, as patterns. */
  models: readonly string[]
  /** Asked once. */
  redactor: () => Redactor
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Undefined where nothing is to be sent: then nothing of OpenTelemetry is loaded. */
export async function openTelemetry(config: TelemetryConfig | undefined, options: TelemetryOptions): Promise<Telemetry | undefined> {
  if (config === undefined) return undefined
  const { createTelemetry } = await import('./spans.ts')
  return createTelemetry(config, options)
}
