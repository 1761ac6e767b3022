import { placeOf, settingGroups } from '../src/config/setting-groups.ts'
import { defaultOf, flagOf, metaOf, variableOf, type SettingName } from '../src/config/settings.ts'
import { fixedSettings } from '../src/config/fixed-settings.ts'
import { generated } from './pages.ts'

const units: Readonly<Record<string, string>> = {
  MS: 'milliseconds',
  BYTES: 'bytes',
  CHARS: 'characters',
  DAYS: 'days',
  BOOL: 'true or false',
  JSON: 'JSON',
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
  const sections = settingGroups().flatMap(({ heading, names }) => [`## ${heading}\n`, ...names.map(sectionOf)])
  return `# Settings

${generated}

Each setting is a flag, an environment variable and a field of the [configuration](configuration.md) file. \`--no-NAME\` turns a setting off that is true or false. \`--config PATH\` names the file.

${sections.join('\n')}`
}
