import { configUsage } from './config-command.ts'
import { defaultOf, flagOf, metaOf, settingNames, variableOf } from '../config/settings.ts'

/** What `--help` prints. */
export function usage(): string {
  const rows: [string, string][] = settingNames.map((name) => {
    const { kind, value, about } = metaOf(name)
    const standard = defaultOf(name)
    return [
      kind === 'boolean' ? `--[no-]${flagOf(name).slice(2)}` : `${flagOf(name)} ${value}`,
      `${about}${standard === undefined ? '' : ` Default ${String(standard)}.`}`,
    ]
  })
  rows.push(
    ['--config PATH', 'File with these settings. Default: reason.config.yaml, .json, .ts or .js in the working directory.'],
    ['--help, --version', 'Print this, or the version, and stop.'],
  )
  const width = Math.max(...rows.map(([flag]) => flag.length))
  return [
    "reason-server: clean answers and reasoning apart, for clients of OpenAI's and Anthropic's APIs.",
    '',
    'Usage: reason-server [--upstream http://127.0.0.1:8080] [flags]',
    configUsage.replace('Usage:', '      '),
    '',
    ...rows.map(([flag, about]) => `  ${flag.padEnd(width)}  ${about}`),
    '',
    `Each is also an environment variable (${variableOf('upstream')}, ${variableOf('upstreamKeyEnv')}). Flags win over the environment, that over the file.`,
  ].join('\n')
}
