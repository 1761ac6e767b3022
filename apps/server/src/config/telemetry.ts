import { ConfigError } from './config-error.ts'
import type { ServerSettings } from './settings.ts'

/** Export of OpenTelemetry spans and metrics. The exporters read all other options from `OTEL_*` themselves. */
export interface TelemetryConfig {
  /** Base address of a receiver. Undefined if the exporters take it from the environment. */
  endpoint: string | undefined
  traces: OtlpProtocol | undefined
  metrics: OtlpProtocol | undefined
  /** The `OTEL_*` variables. The SDK does not read those that configure it. */
  environment: Readonly<Record<string, string>>
}

export type OtlpProtocol = 'http/protobuf' | 'http/json'

/**
 * Reads the telemetry configuration from the setting and the standard variables of OpenTelemetry. Undefined if nothing is sent.
 *
 * @throws {ConfigError} for an unsupported protocol
 */
export function telemetryOf({ otlp }: Pick<ServerSettings, 'otlp'>, environment: NodeJS.ProcessEnv): TelemetryConfig | undefined {
  const said = (name: string): string | undefined => environment[name]?.trim() || undefined
  if (otlp === 'off' || said('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  const protocolOf = (signal: 'TRACES' | 'METRICS'): OtlpProtocol | undefined => {
    const exporter = said(`OTEL_${signal}_EXPORTER`) ?? 'otlp'
    const address = otlp ?? said(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) ?? said('OTEL_EXPORTER_OTLP_ENDPOINT')
    if (address === undefined || !exporter.split(',').includes('otlp')) return undefined
    const name =
      said(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`) === undefined ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`
    const value = said(name) ?? 'http/protobuf'
    if (value === 'http/protobuf' || value === 'http/json') return value
    throw new ConfigError([
      `${name} (environment) is ${JSON.stringify(value)}, but the gateway speaks http/protobuf and http/json. Set one of them, and the port of your receiver that takes it (mostly 4318); or start the gateway with --otlp off.`,
    ])
  }
  const traces = protocolOf('TRACES')
  const metrics = protocolOf('METRICS')
  if (traces === undefined && metrics === undefined) return undefined
  const variables = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[0].startsWith('OTEL_') && entry[1] !== undefined,
  )
  return { endpoint: otlp, traces, metrics, environment: Object.fromEntries(variables) }
}
