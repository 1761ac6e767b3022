import { createHash } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import type { TextAdapter } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { loadAdapters, unknownIn } from './adapters.ts'
import { loadRules } from './rules.ts'
import type { GatewayRule } from '@reason/gateway'
import { nameOf } from '@reason/gateway/settings'
import { pathWithDots, ruleOf, shown, valueAt } from '@reason/gateway/errors'
import type { UpstreamWire } from '@reason/gateway/upstreams'
import { signatureOf } from '@reason/keys'
import { ConfigError, regularFile } from './config-error.ts'
import { tooDeep } from './file/document.ts'
import { readDocument } from './file-layer.ts'
import { findConfigFile, readConfigFile } from './file/read-file.ts'
import { readEnvironment, readFlags, type Given, type Layer } from './layer.ts'
import { hasKeys, keysPath } from './keys-path.ts'
import { isLoopback } from './loopback.ts'
import { defaultOf, metaOf, settingNames, settings, type SettingName, type ServerSettings } from './settings.ts'
import { wrongPassports } from './passports.ts'
import { telemetryOf, type TelemetryConfig } from './telemetry.ts'
import { readUpstreamKey } from './upstream-key.ts'

/** The effective configuration, from all sources. */
export interface EffectiveConfig extends ServerSettings {
  /** Whether the port is the default. If it is taken, the gateway tries the next ones. */
  portIsDefault: boolean
  /** Source of each setting that is not a default. */
  origins: ReadonlyMap<SettingName, Given>
  /** The configuration file, if there is one. */
  file: string | undefined
  /** Signature of the file before it was read. */
  fileSignature: string | undefined
  /** Adapters for text from the `adapters` setting. */
  packageAdapters: readonly TextAdapter[]
  packageWires: readonly UpstreamWire[]
  /** Rules from the `rules` setting. */
  packageRules: readonly GatewayRule[]
  /** Twelve hexadecimal digits that change with any setting, but not with the key. */
  hash: string
}

export interface Config extends EffectiveConfig {
  /** Key for the upstream, sent in place of the client's own key. Never logged. */
  upstreamKey: string | undefined
  /** Keys of several upstreams, by name. Never logged. */
  upstreamKeys: Readonly<Record<string, string>>
  /** Undefined if no telemetry is sent. */
  telemetry: TelemetryConfig | undefined
}

/**
 * Loads the settings from all sources. Priority: flags, the environment, the file of `--config` (or `REASON_CONFIG`), defaults.
 *
 * @param folder - Where a configuration file is looked for, if none is named. Undefined: nowhere.
 * @throws {ConfigError} with every problem of every source
 */
export async function loadConfig(argv: readonly string[], environment: NodeJS.ProcessEnv, folder?: string): Promise<Config> {
  const config = await resolveConfig(argv, environment, folder)
  const keys: Record<string, string> = {}
  for (const entry of config.upstreams ?? []) {
    const { env: upstreamKeyEnv, file: upstreamKeyFile, command: upstreamKeyCommand } = entry.key ?? {}
    const key = await readUpstreamKey({ upstreamKeyEnv, upstreamKeyFile, upstreamKeyCommand }, environment)
    if (key !== undefined) keys[nameOf(entry)] = key
  }
  return {
    ...config,
    upstreamKey: await readUpstreamKey(config, environment),
    upstreamKeys: keys,
    telemetry: telemetryOf(config, environment),
  }
}

/**
 * Loads the settings without looking up keys. It runs no code except plugins, and a configuration file that is a module.
 *
 * @param others - Flags that are read elsewhere, for suggestions.
 */
export async function resolveConfig(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder?: string,
  others?: readonly string[],
): Promise<EffectiveConfig> {
  const file = configFileOf(argv, environment, folder)
  const fileSignature = file === undefined ? undefined : signatureOf(resolve(file))
  const layers = [
    readFlags(argv, ['--config'], others),
    readEnvironment(environment, ['REASON_CONFIG']),
    ...(file === undefined ? [] : [await readFileLayer(file)]),
  ]
  const problems = layers.flatMap((layer) => [...layer.problems, ...[...layer.values].flatMap(problemsOf)])
  const origins = new Map(layers.toReversed().flatMap((layer) => [...layer.values]))
  leaveWeakerKeys(origins)
  const listed = origins.get('adapters')
  // Paths are relative to the file that contains them, as in a program.
  const folderOf = (given: Given | undefined): string => resolve(given?.from === 'file' ? dirname(file!) : (folder ?? '.'))
  const adapters = await loadAdapters(listed, folderOf(listed))
  const named = origins.get('rules')
  const rules = await loadRules(named, folderOf(named))
  problems.push(...rules.problems, ...adapters.problems, ...layers.flatMap(({ values }) => unknownIn(values, adapters)))
  for (const { values } of layers) problems.push(...(await wrongPassports(values.get('passports'), adapters)))
  if (problems.length === 0) problems.push(...contradictions(origins))
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  const given = Object.fromEntries([...origins].map(([name, { value }]) => [name, value]))
  const values = withRescueOfRecordings(settings.parse(given), origins.has('rescue'))
  return {
    ...values,
    portIsDefault: !origins.has('port'),
    origins,
    file,
    fileSignature,
    packageAdapters: adapters.loaded.flatMap(({ adapter }) => (adapter.kind === 'text' ? [adapter] : [])),
    packageWires: adapters.loaded.flatMap(({ adapter }) => (adapter.kind === 'wire' ? [adapter] : [])),
    packageRules: rules.loaded,
    hash: hashOf(values),
  }
}

/** Sets `rescue` to `off` for recordings, unless set. A second request to a recording costs nothing, and shows what a rescue does. */
const withRescueOfRecordings = (values: ServerSettings, isSet: boolean): ServerSettings =>
  isSet || values.upstream !== undefined || values.upstreams !== undefined ? values : { ...values, rescue: 'off' }

export function hashOf(values: ServerSettings): string {
  const ordered = settingNames.map((name) => values[name] ?? null)
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex').slice(0, 12)
}

/** The file that `--config` or `REASON_CONFIG` names, or the one in the folder. */
function configFileOf(argv: readonly string[], environment: NodeJS.ProcessEnv, folder: string | undefined): string | undefined {
  const named = flagValue(argv, '--config') ?? environment['REASON_CONFIG']
  if (named !== undefined && named !== '') return named
  return folder === undefined ? undefined : findConfigFile(folder)
}

/** Reads the file. Its errors become problems of the layer, to be listed with those of other sources. */
async function readFileLayer(file: string): Promise<Layer> {
  try {
    return readDocument(await readConfigFile(regularFile(file)))
  } catch (error) {
    // The parser of JSON calls itself for each level.
    if (error instanceof RangeError) return { values: new Map(), problems: [`${file} ${tooDeep}.`] }
    if (!(error instanceof ConfigError)) throw error
    return { values: new Map(), problems: [...error.problems] }
  }
}

function problemsOf([name, { value, from, inside }]: [SettingName, Given]): string[] {
  const { error } = settings.shape[name].safeParse(value, { error: (issue) => ruleOf(issue as z.core.$ZodIssue) })
  const issues = error?.issues.flatMap(ofWhatWasMeant) ?? []
  return issues.flatMap((issue) => {
    const { message } = issue
    const path = pathWithDots(value, issue.path)
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(name, [...path, key], inside))
    if (issue.code === 'custom' && issue.params?.['isName'] === true) return `${inside(path, 'key')} ${message}.`
    const found = valueAt(value, path)
    if (found === undefined) return `${inside(path)} is missing: it ${message}.`
    // The value may be a key that was written here by mistake, so it is not shown.
    const what = name.startsWith('upstreamKey') || path.includes('key') ? '***' : shown(found)
    // Flags and variables that are not JSON stay text.
    const isNoJson = from !== 'file' && metaOf(name).kind === 'json' && typeof value === 'string'
    return `${inside(path)} is ${what}, ${isNoJson ? 'which is no JSON: it' : 'but'} ${message}.`
  })
}

/** For a union: the issues of the option whose type fits the value. */
function ofWhatWasMeant(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.find((issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0))
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}

/** Error for an unknown field in an object setting: in an entry of `upstreams`, or in `routing`. */
function unknownField(setting: SettingName, path: readonly PropertyKey[], inside: Given['inside']): string {
  const beside = namesIn(settings.shape[setting], path.slice(0, -1))
  const near = nearest(String(path.at(-1)), beside)
  return `${inside(path, 'key')} is no setting. ${near === undefined ? `There are: ${beside.join(', ')}.` : `Did you mean ${near}?`}`
}

/** Names of the fields that the object at a path may have. */
function namesIn(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return namesIn(schema.unwrap() as z.core.$ZodType, path)
  if (schema instanceof z.ZodArray) return namesIn(schema.element as z.core.$ZodType, path.slice(1))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => namesIn(option, path))
  if (!(schema instanceof z.ZodObject)) return []
  const fields = schema.shape as Record<string, z.core.$ZodType>
  const [step, ...rest] = path
  return step === undefined ? Object.keys(fields) : namesIn(fields[String(step)]!, rest)
}

const keySettings = ['upstreamKeyEnv', 'upstreamKeyFile', 'upstreamKeyCommand'] as const

/** The strongest source of a key location wins. Locations from weaker sources are removed. */
function leaveWeakerKeys(origins: Map<SettingName, Given>): void {
  const given = keySettings.flatMap((name) => origins.get(name)?.from ?? [])
  const strongest = (['flag', 'variable', 'file'] as const).find((from) => given.includes(from))
  for (const name of keySettings) if (origins.get(name)?.from !== strongest) origins.delete(name)
}

const ofOneUpstream = ['upstream', 'upstreamFormat', 'upstreamProvider', 'upstreamEngine', 'upstreamProxy', ...keySettings] as const

/** Errors for settings that are valid alone but contradict each other. */
function contradictions(origins: ReadonlyMap<SettingName, Given>): string[] {
  const problems: string[] = []
  const valueOf = (name: 'keys' | 'dataDir') => (origins.get(name)?.value ?? defaultOf(name)) as string | undefined
  const host = origins.get('host')
  const keys = keysPath({ keys: valueOf('keys'), dataDir: valueOf('dataDir')! })
  if (host !== undefined && !isLoopback(host.value as string) && !hasKeys(keys)) problems.push(withoutKeys(host, keys))
  const required = origins.get('requireTraces')
  const storesNone = { traces: 'off', traceMode: 'none' } as const
  const none = (['traces', 'traceMode'] as const).find((name) => origins.get(name)?.value === storesNone[name])
  if (required?.value === true && none !== undefined) problems.push(withoutTraces(required, origins.get(none)!))
  const ids = origins.get('callIds')
  const workers = origins.get('workers')
  if (ids?.value === 'short' && workers !== undefined && workers.value !== 1) problems.push(withoutReferences(ids, workers))
  const several = origins.get('upstreams')
  const format = origins.get('upstreamFormat')
  if (!origins.has('upstream') && several === undefined && format !== undefined && format.value !== defaultOf('upstreamFormat'))
    problems.push(withoutUpstream(format))
  const routing = origins.get('routing')
  if (routing !== undefined && several === undefined) problems.push(withoutRouting(routing))
  for (const name of ofOneUpstream) {
    const one = several && origins.get(name)
    if (one !== undefined) problems.push(withoutSingle(one, several!))
  }
  const places = keySettings.filter((name) => origins.has(name))
  if (places.length > 1)
    problems.push(`Both ${places.map((name) => origins.get(name)!.named).join(' and ')} set the key. Keep one of them.`)
  return problems
}

const withoutUpstream = ({ value, named }: Given): string =>
  `${named} is ${shown(value)}, but there is no upstream: recordings are openai-chat. Give --upstream the address of the API.`

const withoutTraces = ({ named }: Given, none: Given): string =>
  `${named} requires traces, but ${none.named} is ${shown(none.value)}, which stores none. Remove one of them.`

const withoutReferences = ({ named }: Given, workers: Given): string =>
  `${named} is short, and ${workers.named} is ${shown(workers.value)}: a short id refers to the memory of one process, and another one would lose the reasoning. Leave one of them out.`

const withoutSingle = ({ named }: Given, several: Given): string =>
  `${named} applies to a single upstream, but ${several.named} lists several. Set it for each upstream of the list, or remove the list.`

const withoutRouting = ({ named }: Given): string =>
  `${named} sets how requests are routed, but a single upstream takes all of them. Describe it as a list: upstreams: [{ url: …, weight: 1 }].`

const withoutKeys = ({ value, named }: Given, keys: string): string =>
  `${named} is ${shown(value)}, which other machines can reach, and there are no keys in ${keys} yet: ` +
  `any client could spend your tokens and read reasoning. Create one: reason keys create NAME --visibility full --file ${keys}. Or listen on 127.0.0.1.`

function flagValue(argv: readonly string[], flag: string): string | undefined {
  const at = argv.findLastIndex((argument) => argument === flag || argument.startsWith(`${flag}=`))
  if (at === -1) return undefined
  return argv[at] === flag ? argv[at + 1] : argv[at]!.slice(flag.length + 1)
}
