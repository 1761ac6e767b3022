import * as z from 'zod'
import { addressRange } from './address-range.ts'
import {
  gatewayShape,
  json,
  name,
  number,
  oneOf,
  routingRules,
  type SettingMeta,
  text,
  toggle,
  upstreamList,
} from '@reason/gateway/settings'
import { redactionRules } from './redaction-rules.ts'

/**
 * All settings except `upstreams` and `routing`. Flags (`--body-limit`), environment variables (`REASON_BODY_LIMIT`) and the configuration file (`bodyLimit`)
 * are named after these keys. `config-file.ts` defines their groups in the file.
 */
const beforeUpstreams = z.strictObject({
  ...only('upstream', 'upstreamFormat', 'upstreamProvider', 'upstreamEngine'),
  upstreamKeyEnv: text(
    'NAME',
    'Environment variable with the key for the upstream. It replaces the keys that clients send.',
    z
      .string()
      .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable, not the key')
      .optional(),
  ),
  upstreamKeyFile: text('PATH', 'File with the key for the upstream.', name().optional()),
  upstreamKeyCommand: json(
    'Command that prints the key for the upstream, as a list of words. It runs without a shell, for 10 seconds at most.',
    z.array(name(), 'must be a list of words, like ["pass", "show", "openai"]').min(1, 'must not be empty').optional(),
  ),
  ...only('upstreamProxy'),
  host: text('HOST', 'Address to listen on. If other machines can reach it, keys are required.', name().default('127.0.0.1')),
  port: number('PORT', 'Port to listen on. 0: any free port. If the default port is taken: the next free port.', 0, 65_535, 8787),
  trustedProxies: json(
    'Proxies whose x-forwarded-for names the client, as a list of addresses and ranges (["10.0.0.0/8"]). Default: none, so failed sign-ins count by the address of the connection.',
    z.array(addressRange(), 'must be a list of addresses, like ["127.0.0.1"]').optional(),
  ),
  workers: number('N', 'Number of processes that share the port. 0: one per core.', 0, 64, 1),
  adapters: json(
    'Adapters from packages and files, a list of names or of { from, options }. They come before the built-in ones, and their code runs in the gateway.',
    z.array(packageAdapter(), 'must be a list, like ["reason-adapter-acme"]').optional(),
  ),
  rules: json(
    'Rules from packages and files, a list of names or of { from, options }. A rule may refuse a request or watch its answer. Its code runs in the gateway.',
    z.array(packageAdapter(), 'must be a list, like ["reason-rule-acme"]').optional(),
  ),
  ...only('adapter', 'modelFamily', 'passports', 'reasoningField', 'style', 'commentary', 'trim', 'llm', 'visibility', 'delivery'),
  dataDir: text(
    'PATH',
    'Folder for data of the gateway: traces, keys, budgets and learned facts about upstreams.',
    name().default('.reason'),
  ),
  keys: text('PATH', 'File of the keys of clients. Default: keys.json in the data folder.', name().optional()),
  requireKeys: toggle('Require keys, even if only this machine can reach the gateway.', false),
  sealKeys: text(
    'PATH',
    'File with the keys, one per line, that seal reasoning for clients that may not read it. Gateways with the same clients share it. Default: seal.keys in the data folder.',
    name().optional(),
  ),
  ...only('sealCarrier', 'callIds'),
  traces: text(
    'STORE',
    'Store of traces: sqlite (a file in the data folder), off, sqlite:PATH or postgres://…',
    traceAddress().default('sqlite'),
  ),
  ...only('traceMode', 'requireTraces', 'tracePrompts'),
  traceChain: toggle(
    'Make each trace a link of a chain with a signed head, so that "reason traces verify" finds changed, removed and added traces.',
    false,
  ),
  redaction: json(
    'Rules for redaction of traces and spans, if they differ from the default: { "personal": …, "nationalIds": …, "patterns": … }.',
    redactionRules.optional(),
  ),
  redactionKey: text(
    'PATH',
    'File with the key for fingerprints of redacted values. Equal values have equal fingerprints. Gateways that share traces share it. Default: redaction.key in the data folder.',
    name().optional(),
  ),
  traceDays: number('DAYS', 'Retention time of traces.', 1, 36_500, 30),
  ...only('traceDaysByTag', 'sessionBudget', 'budgetAction', 'budgets', 'wrapUp'),
  budgetStore: text(
    'STORE',
    'Store of budget and rate limit usage: sqlite (a file in the data folder, shared by all processes that use it), sqlite:PATH or memory.',
    z
      .string()
      .regex(/^(?:sqlite|sqlite:.+|memory)$/s, 'must be sqlite, sqlite:PATH or memory')
      .default('sqlite'),
  ),
  redis: text(
    'URL',
    'Redis for budgets and rate limits that gateways on several machines share. Replaces --budget-store.',
    redisAddress().optional(),
  ),
  ...only('redisDown', 'rescue'),
  metricsModels: json(
    'Models with their own label in metrics, as name patterns. At most 100 names get one, and others are "other". Default: all models that answered.',
    z.array(z.string('must be text'), 'must be a list of name patterns').optional(),
  ),
  otlp: text(
    'URL',
    'Base address of an OTLP/HTTP receiver for OpenTelemetry spans and metrics, or off. Default: OTEL_EXPORTER_OTLP_ENDPOINT, or off.',
    telemetryAddress().optional(),
  ),
  ...only('otlpText', 'connectTimeout', 'responseTimeout', 'idleTimeout'),
  readPastParser: toggle(
    'Read chunked streams of upstreams without the HTTP parser of Node, which costs less. Off: read all bytes through the parser.',
    true,
  ),
  ...only(
    'stallTimeout',
    'keepAlive',
    'startUnclosed',
    'startHeld',
    'startProbe',
    'startTrustOff',
    'decideAfter',
    'bodyLimit',
    'answerLimit',
    'fastPath',
    'askUsage',
    'mendRefused',
    'askReasoning',
    'askEffort',
    'stopSequences',
  ),
  shutdownTimeout: number('MS', 'Time for open answers to finish after SIGTERM or SIGINT.', 0, 3_600_000, 10_000),
  pace: number('MS', 'Pause between the pieces of a replayed recording.', 0, 60_000, 20),
  logLevel: text(
    'LEVEL',
    'Lowest level that is logged: debug, info, warn, error or silent.',
    oneOf('debug', 'info', 'warn', 'error', 'silent').default('warn'),
  ),
} satisfies Record<keyof typeof gatewayShape, z.ZodType> & Record<string, z.ZodType>)

export const settings = beforeUpstreams.extend({
  routing: json('Rules for several upstreams: { "whenBusy": …, "retries": …, "health": … }.', routingRules.optional()),
  upstreams: json(
    'Several APIs behind the gateway, each { name, url, format, models, aliases, weight, priority, … }. Replaces --upstream and the settings that belong to it.',
    upstreamList(beforeUpstreams.shape, keyPlace()).optional(),
  ),
})

export type ServerSettings = z.output<typeof settings>
export type SettingName = keyof ServerSettings

export const settingNames = Object.keys(settings.shape) as SettingName[]

export const metaOf = (name: SettingName): SettingMeta => settings.shape[name].meta() as unknown as SettingMeta

/** `upstreamKeyEnv` ▶ `--upstream-key-env` */
export const flagOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** `upstreamKeyEnv` ▶ `REASON_UPSTREAM_KEY_ENV` */
export const variableOf = (name: string): string => `REASON_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

export const defaultOf = (name: SettingName): string | number | boolean | undefined =>
  settings.shape[name].safeParse(undefined).data as string | number | boolean | undefined

/** Location of the key of one of several upstreams. */
function keyPlace() {
  const { upstreamKeyEnv: env, upstreamKeyFile: file, upstreamKeyCommand: command } = beforeUpstreams.shape
  return z
    .strictObject(
      { env, file, command },
      'must be the location of the key, not the key itself: { env: NAME }, { file: PATH } or { command: [WORD, …] }',
    )
    .refine(
      (places) => Object.values(places).filter((place) => place !== undefined).length === 1,
      'must be in one place: env, file or command',
    )
}

/** Picks settings of the gateway package, in the order in which help shows them. */
function only<K extends keyof typeof gatewayShape>(...names: K[]): Pick<typeof gatewayShape, K> {
  return Object.fromEntries(names.map((one) => [one, gatewayShape[one]])) as Pick<typeof gatewayShape, K>
}

/** A package by its name, or a file by its path, with or without options. */
function packageAdapter() {
  return z.union(
    [name(), z.strictObject({ from: name(), options: z.record(z.string(), z.json(), 'must be an object').optional() })],
    'must be the name of a package, the path of a file, or { from, options }',
  )
}

function telemetryAddress(): z.ZodString {
  const rule = 'must be off, or an http or https address, like http://127.0.0.1:4318'
  return z
    .string(rule)
    .refine((address) => address === 'off' || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)), rule)
}

function traceAddress(): z.ZodString {
  return z
    .string()
    .regex(/^(?:off|sqlite|sqlite:.+|postgres(?:ql)?:\/\/.+)$/s, 'must be sqlite, off, sqlite:PATH or postgres://user@host/database')
}

function redisAddress(): z.ZodString {
  return z.string().regex(/^rediss?:\/\/.+$/, 'must be an address like redis://127.0.0.1:6379')
}
