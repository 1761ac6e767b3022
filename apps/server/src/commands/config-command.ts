import { planState } from '@reason/gateway/host'
import { ConfigError } from '../config/config-error.ts'
import { fileNames } from '../config/file/read-file.ts'
import { explainConfig } from './explain-config.ts'
import { configSchema } from '../config/json-schema.ts'
import { resolveConfig, type EffectiveConfig } from '../config/load.ts'
import { printConfig } from '../config/print.ts'

export const configUsage = [
  'Usage: reason-server config check [FILE] [flags]                       checks a configuration',
  '       reason-server config print [FILE] [--json] [--sources] [flags]  prints effective settings, and their sources',
  '       reason-server config explain MODEL [FILE] [flags]               explains where requests for a model go, and what splits its answers',
  '       reason-server config schema                                     prints the JSON schema of the file',
].join('\n')

/**
 * `reason-server config …`. It looks up no keys and opens no port.
 *
 * @returns Text to print.
 * @throws {ConfigError} with every problem
 */
export async function configCommand(
  [command = '', ...words]: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<string> {
  if (command === 'schema') return `${JSON.stringify(configSchema(), null, 2)}\n`
  if (command !== 'check' && command !== 'print' && command !== 'explain') {
    throw new ConfigError([command === '' ? configUsage : `"config ${command}" is no command.\n${configUsage}`])
  }
  const [model, ...settings] = command === 'explain' ? words : ['', ...words]
  if (model === undefined || model.startsWith('-')) throw new ConfigError([`config explain needs the name of a model.\n${configUsage}`])
  const [first, ...others] = settings
  const argv = first === undefined || first.startsWith('-') ? settings : ['--config', first, ...others]
  const options = command === 'print' ? ['--json', '--sources'] : []
  const flags = argv.filter((word) => !options.includes(word))
  const config = await resolveConfig(flags, environment, folder, options)
  // Checks that need the adapters and formats, not only the schema.
  planState(config)
  if (command === 'explain') return `${JSON.stringify(await explainConfig(config, model), null, 2)}\n`
  if (command === 'print') return printConfig(config, { json: argv.includes('--json'), sources: argv.includes('--sources') })
  return verdict(config, folder)
}

function verdict({ file, hash, origins }: EffectiveConfig, folder: string): string {
  const settings = `${origins.size} ${origins.size === 1 ? 'setting' : 'settings'}, configuration ${hash}`
  return file === undefined
    ? `There is no configuration file in ${folder} (${fileNames.join(', ')}). Flags and environment variables are valid: ${settings}.\n`
    : `${file} is valid: ${settings}.\n`
}
