import { placesOfSettings } from './config-file.ts'
import { settingNames, type SettingName } from './settings.ts'

/** Headings by the first name of a setting's path in the file. Settings without a group share the last heading. */
const headings: Readonly<Record<string, string>> = {
  'upstreams[]': 'Upstream',
  listen: 'Listening',
  clients: 'Clients',
  keys: 'Keys',
  budgets: 'Budgets',
  traces: 'Traces',
  telemetry: 'OpenTelemetry',
  limits: 'Limits',
  '': 'Everything else',
}

/** Path of a setting in the file: `upstreams[].url`. */
export const placeOf = (name: SettingName): string => placesOfSettings.get(name)!.join('.').replace('.0.', '[].')

/** All settings under their headings, as help and reference show them. */
export function settingGroups(): { heading: string; names: readonly SettingName[] }[] {
  return Object.entries(headings).map(([group, heading]) => ({ heading, names: settingNames.filter((name) => groupOf(name) === group) }))
}

function groupOf(name: SettingName): string {
  const [first = ''] = placeOf(name).split('.')
  return first in headings && placeOf(name).includes('.') ? first : ''
}
