import type { PublicSettings, SettingView } from '@reason/gateway-api'
import { configKeys } from '@reason/policy'
import { placesOfSettings } from '../config/config-file.ts'
import { textOf, type Path } from '../config/file/document.ts'
import type { EffectiveConfig } from '../config/load.ts'
import { withoutSecrets } from '../config/without-secrets.ts'
import { defaultOf, flagOf, metaOf, settingNames, variableOf, type SettingName } from '../config/settings.ts'
import { whereKeyIs } from '../config/upstream-key.ts'
import { fixedSettings } from '../config/fixed-settings.ts'
import { asObject } from '@reason/gateway/json'
import type { Routes } from '../routes/routes.ts'
import { version } from '../version.ts'

/** `GET /api/settings`: the effective configuration, with the source of each value. */
export const settingsPage: Routes = (app, services) => {
  app.get('/api/settings', (): PublicSettings => {
    const { config, since, policy } = services
    return {
      version: version(),
      hash: config.hash,
      since: since.getTime(),
      file: config.file ?? null,
      settings: settingNames.map((name) => settingOf(name, config)),
      policies: configKeys().map(({ key, default: standard }) => policyOf(key, standard, policy, config.llm)),
    }
  })
}

function settingOf(name: SettingName, config: EffectiveConfig): SettingView {
  const { about } = metaOf(name)
  const origin = config.origins.get(name)
  const value = config[name]
  const path: Path = placesOfSettings.get(name)!
  return {
    place: textOf(path),
    group: String(path[0]),
    flag: flagOf(name),
    variable: variableOf(name),
    about,
    value: value === undefined ? null : withoutSecrets(name, value),
    default: defaultOf(name) ?? null,
    from: origin?.from ?? 'default',
    source: origin?.named ?? null,
    secret: name.startsWith('upstreamKey') && value !== undefined ? (whereKeyIs(config) ?? null) : null,
    needsRestart: (fixedSettings as readonly string[]).includes(name),
  }
}

function policyOf(
  key: string,
  standard: unknown,
  policy: unknown,
  written: Readonly<Record<string, unknown>> = {},
): PublicSettings['policies'][number] {
  const value = key.split('.').reduce((at, step) => asObject(at)[step], policy)
  return { key, value: value ?? null, default: standard ?? null, isSet: isWritten(key.replace(/^llm\./, ''), written) }
}

/** Whether the configuration sets a policy. Keys may contain dots at any depth. */
function isWritten(key: string, object: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(object).some(([name, inner]) => {
    if (name === key || name.startsWith(`${key}.`)) return true
    return key.startsWith(`${name}.`) && isWritten(key.slice(name.length + 1), asObject(inner))
  })
}
