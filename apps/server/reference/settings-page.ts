import { placesOfSettings } from '../src/config/config-file.ts'
import { defaultOf, flagOf, metaOf, settingNames, variableOf, type SettingName } from '../src/config/settings.ts'
import { fixedSettings } from '../src/config/fixed-settings.ts'
import { generated } from './pages.ts'

/** Headings by the first word of a setting's place in the file. Settings that stand alone there share the last one. */
const groups: Readonly<Record<string, string>> = {
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

const units: Readonly<Record<string, string>> = {
  MS: 'milliseconds',
  BYTES: 'bytes',
  CHARS: 'characters',
  DAYS: 'days',
  BOOL: 'true or false',
  JSON: 'JSON',
}

const placeOf = (name: SettingName): string => placesOfSettings.get(name)!.join('.').replace('.0.', '[].')

function groupOf(name: SettingName): string {
  const [first = ''] = placeOf(name).split('.')
  return first in groups && placeOf(name).includes('.') ? first : ''
}

function sectionOf(name: SettingName): string {
  const { about, value } = metaOf(name)
  const standard = defaultOf(name)
  const facts = [
    `in the file \`${placeOf(name)}\``,
    `variable \`${variableOf(name)}\``,
    units[value],
    standard === undefined ? 'no default' : `default \`${String(standard)}\``,
    (fixedSettings as readonly SettingName[]).includes(name) ? 'needs a restart' : undefined,
  ].filter((fact) => fact !== undefined)
  return `### \`${flagOf(name)}\`\n\n${about.replaceAll(/<[^>]+>/g, '`$&`')}\n\n${facts.join(' · ')}\n`
}

export function settingsPage(): string {
  const sections = Object.entries(groups).flatMap(([group, heading]) => {
    const names = settingNames.filter((name) => groupOf(name) === group)
    return names.length === 0 ? [] : [`## ${heading}\n`, ...names.map(sectionOf)]
  })
  return `# Settings

${generated}

Each setting is a flag, an environment variable and a field of the [configuration](configuration.md) file. \`--no-NAME\` turns a setting off that is true or false. \`--config PATH\` names the file.

${sections.join('\n')}`
}
