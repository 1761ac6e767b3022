import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import { readEnvironment, readFlags, readObject, type Layer } from './layer.ts'
import { isLoopback } from './loopback.ts'
import { defaultOf, settings, type SettingName, type Settings } from './settings.ts'

export interface Config extends Settings {
  /** What the upstream is asked with in place of the client's own key. Never logged. */
  upstreamKey: string | undefined
  /** Nobody chose the port, so another one will do. */
  portIsDefault: boolean
}

/**
 * Settings from all sources: flags win over the environment, that over the file of `--config` (or `REASON_CONFIG`), that over defaults.
 *
 * @throws {ConfigError} With every problem of every source.
 */
export function loadConfig(argv: readonly string[], environment: NodeJS.ProcessEnv): Config {
  const path = flagValue(argv, '--config') ?? environment['REASON_CONFIG']
  const layers = [
    readFlags(argv, ['--config']),
    readEnvironment(environment, ['REASON_CONFIG']),
    ...(path === undefined || path === '' ? [] : [readFile(path)]),
  ]
  const merged = new Map(layers.toReversed().flatMap((layer) => [...layer.values]))
  const problems = layers.flatMap((layer) => layer.problems)
  const parsed = settings.safeParse(Object.fromEntries([...merged].map(([name, { value }]) => [name, value])))
  if (!parsed.success) {
    for (const {
      path: [key],
      message,
    } of parsed.error.issues) {
      const { value, named } = merged.get(key as SettingName)!
      problems.push(`${named} is ${shown(value)}, but ${message}.`)
    }
  }
  if (problems.length > 0 || !parsed.success) throw new ConfigError([...new Set(problems)])
  const { data } = parsed
  if (!isLoopback(data.host)) throw new ConfigError([notLoopback(data.host, merged.get('host')?.named ?? 'host')])
  if (data.upstream === undefined && data.upstreamFormat !== defaultOf('upstreamFormat')) {
    throw new ConfigError([withoutUpstream(data.upstreamFormat, merged.get('upstreamFormat')!.named)])
  }
  return { ...data, upstreamKey: readKey(data, environment), portIsDefault: !merged.has('port') }
}

function readFile(path: string): Layer {
  const failed = (problem: string): Layer => ({ values: new Map(), problems: [problem] })
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return failed(`The configuration file ${path} cannot be read (${messageOf(error)}). Give --config the path of a JSON file.`)
  }
  try {
    const object: unknown = JSON.parse(text)
    if (typeof object === 'object' && object !== null && !Array.isArray(object)) return readObject(object as Record<string, unknown>, path)
    return failed(`The configuration file ${path} holds no object. It looks like { "upstream": "http://127.0.0.1:8080/v1" }.`)
  } catch (error) {
    return failed(`The configuration file ${path} is not JSON (${messageOf(error)}).`)
  }
}

function readKey({ upstreamKeyEnv, upstreamKeyFile }: Settings, environment: NodeJS.ProcessEnv): string | undefined {
  if (upstreamKeyEnv !== undefined && upstreamKeyFile !== undefined) {
    throw new ConfigError(['Both upstreamKeyEnv and upstreamKeyFile are set. Say in one place where the key is.'])
  }
  if (upstreamKeyEnv !== undefined) {
    const key = environment[upstreamKeyEnv]?.trim()
    if (!key) throw new ConfigError([`upstreamKeyEnv names the environment variable ${upstreamKeyEnv}, which is not set or empty.`])
    return key
  }
  if (upstreamKeyFile === undefined) return undefined
  try {
    const key = readFileSync(upstreamKeyFile, 'utf8').trim()
    if (key !== '') return key
  } catch (error) {
    throw new ConfigError([`upstreamKeyFile is ${upstreamKeyFile}, which cannot be read (${messageOf(error)}).`])
  }
  throw new ConfigError([`upstreamKeyFile is ${upstreamKeyFile}, which is empty.`])
}

const withoutUpstream = (format: string, named: string): string =>
  `${named} is ${JSON.stringify(format)}, but there is no upstream: recordings are openai-chat. Give --upstream the address of the API.`

const notLoopback = (host: string, named: string): string =>
  `${named} is ${JSON.stringify(host)}, which other machines can reach, and this gateway has no keys yet to tell friend from stranger: ` +
  'anybody could spend your tokens and read reasoning. Listen on 127.0.0.1, and reach it from elsewhere through something that ' +
  'authenticates: a reverse proxy, or an SSH tunnel (ssh -L 8787:127.0.0.1:8787).'

function flagValue(argv: readonly string[], flag: string): string | undefined {
  const at = argv.findLastIndex((argument) => argument === flag || argument.startsWith(`${flag}=`))
  if (at === -1) return undefined
  return argv[at] === flag ? argv[at + 1] : argv[at]!.slice(flag.length + 1)
}

/** A password inside an address is not repeated. */
const shown = (value: unknown): string => JSON.stringify(value).replace(/\/\/[^/]*@/, '//…@')

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
