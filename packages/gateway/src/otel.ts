export { createTelemetry, type TelemetryOptions } from './rules/spans/request-spans.ts'
export type { Telemetry } from './rules/spans/telemetry.ts'
