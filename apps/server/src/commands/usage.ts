import { configUsage } from './config-command.ts'
import { settingGroups } from '../config/setting-groups.ts'
import { defaultOf, flagOf, metaOf, variableOf, type SettingName } from '../config/settings.ts'

const others: readonly UsageRow[] = [
  ['--config PATH', 'File with these settings. Default: reason.config.yaml, .json, .ts or .js in the working directory.'],
  ['--help, --version', 'Print this help, or the version.'],
]

/** Width of the column of flags. */
const indent = 32

type UsageRow = readonly [flag: string, about: string]

/** Text of `--help`, wrapped to a width in characters. */
export function usage(width = 100): string {
  const groups = [
    ...settingGroups().map(({ heading, names }) => ({ heading, rows: names.map(rowOf) })),
    { heading: 'Program', rows: others },
  ]
  return [
    "reason-server splits, limits and stores the reasoning of models, for clients of OpenAI's and Anthropic's APIs.",
    '',
    'Usage: reason-server [--upstream http://127.0.0.1:8080] [flags]',
    configUsage.replace('Usage:', '      '),
    ...groups.flatMap(({ heading, rows }) => ['', `${heading}:`, ...rows.map((row) => lineOf(row, width))]),
    '',
    `Each setting is also an environment variable: --upstream is ${variableOf('upstream')}. Flags win over variables, and variables over the file.`,
  ].join('\n')
}

function rowOf(name: SettingName): UsageRow {
  const { kind, value, about } = metaOf(name)
  const standard = defaultOf(name)
  return [
    kind === 'boolean' ? `--[no-]${flagOf(name).slice(2)}` : `${flagOf(name)} ${value}`,
    `${about}${standard === undefined ? '' : ` Default ${String(standard)}.`}`,
  ]
}

function lineOf([flag, about]: UsageRow, width: number): string {
  const room = Math.max(width - indent, 20)
  const lines = about.match(new RegExp(`\\S.{0,${room - 1}}(?=\\s|$)|\\S+`, 'g')) ?? []
  return `  ${flag.padEnd(indent - 2)}${lines.join(`\n${' '.repeat(indent)}`)}`
}
