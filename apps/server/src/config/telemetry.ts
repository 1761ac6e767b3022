import { ConfigError } from './config-error.ts'
import type { Settings } from './settings.ts'

/** Where spans and metrics of OpenTelemetry go, and which of them. What else the exporters can be told they read from `OTEL_*` themselves. */
export interface TelemetryConfig {
  /** Base address of a receiver. Undefined: as the exporters find it in the environment. */
  endpoint: string | undefined
  traces: Protocol | undefined
  metrics: Protocol | undefined
  /** The variables by which the SDK is set: it does not read them itself. */
  environment: Readonly<Record<string, string>>
}

export type Protocol = 'http/protobuf' | 'http/json'

/**
 * Telemetry as the setting and the variables that all OpenTelemetry programs know say it. Undefined: nothing is sent.
 *
 * @throws {ConfigError} for a protocol that is not spoken
 */
export function telemetryOf({ otlp }: Pick<Settings, 'otlp'>, environment: NodeJS.ProcessEnv): TelemetryConfig | undefined {
  const said = (name: string): string | undefined => environment[name]?.trim() || undefined
  if (otlp === 'off' || said('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  const protocolOf = (signal: 'TRACES' | 'METRICS'): Protocol | undefined => {
    const exporter = said(`OTEL_${signal}_EXPORTER`) ?? 'otlp'
    const address = otlp ?? said(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) ?? said('OTEL_EXPORTER_OTLP_ENDPOINT')
    if (address === undefined || !exporter.split(',').includes('otlp')) return undefined
    const [name, value = 'http/protobuf'] = [`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, 'OTEL_EXPORTER_OTLP_PROTOCOL']
      .map((variable) => [variable, said(variable)] as const)
      .find(([, set]) => set !== undefined) ?? ['', undefined]
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
