import { isDeepStrictEqual } from 'node:util'
import { placesOfSettings } from './config-file.ts'
import { textOf } from './file/document.ts'
import { hashOf, type Config } from './load.ts'
import type { SettingName } from './settings.ts'

/** Settings that apply only at the start of the program: its addresses, and stores that outlive a configuration. */
export const fixedSettings = [
  'host',
  'port',
  'trustedProxies',
  'workers',
  'bodyLimit',
  'dataDir',
  'keys',
  'requireKeys',
  'sealKeys',
  'callIds',
  'traces',
  'traceMode',
  'traceChain',
  'redaction',
  'redactionKey',
  'traceDays',
  'traceDaysByTag',
  'budgetStore',
  'redis',
  'metricsModels',
  'otlp',
] as const satisfies readonly SettingName[]

export interface FixedConfig {
  config: Config
  /** Settings that a restart would change, by their names in a configuration file. */
  needRestart: string[]
}

/** Merges a new configuration with the fixed settings of the running program. */
export function settle(next: Config, running: Config): FixedConfig {
  const others = fixedSettings.filter((name) => !isDeepStrictEqual(next[name], running[name]))
  const kept = Object.fromEntries(others.map((name) => [name, running[name]]))
  const config = { ...next, ...kept, portIsDefault: running.portIsDefault, telemetry: running.telemetry }
  return { config: { ...config, hash: hashOf(config) }, needRestart: others.map((name) => textOf(placesOfSettings.get(name)!)) }
}
