import * as z from 'zod'
import type { Path } from './file/document.ts'
import { settings, type SettingName } from './settings.ts'
import { routingFields } from '@reason/gateway/settings'

const { shape } = settings

/** Metadata of a group, or of a value that is not a whole setting. */
interface FileMeta {
  about: string
  /** The object setting that the value belongs to, and the path in it. */
  part?: readonly [SettingName, ...string[]]
  /** Setting that the value may also be as a whole. */
  whole?: SettingName
}

const describe = <S extends z.ZodType>(about: string, schema: S): S => schema.meta({ about } satisfies FileMeta)

const group = <S extends z.core.$ZodLooseShape>(about: string, fields: S) => describe(about, z.strictObject(fields).optional())

const part = (about: string, ...steps: readonly [SettingName, ...string[]]) =>
  z
    .json()
    .optional()
    .meta({ about, part: steps } satisfies FileMeta)

/** An upstream as it is written in the file. */
const upstream = z.strictObject({
  name: describe('Name in messages and metrics. Default: its address.', z.string('must be text').min(1, 'must not be empty').optional()),
  url: shape.upstream,
  format: shape.upstreamFormat,
  provider: shape.upstreamProvider,
  engine: shape.upstreamEngine,
  key: group('Source of the upstream key: exactly one of these. It replaces the keys that clients send.', {
    env: shape.upstreamKeyEnv,
    file: shape.upstreamKeyFile,
    command: shape.upstreamKeyCommand,
  }),
  timeouts: group('Time limits of the upstream, in milliseconds.', {
    connect: shape.connectTimeout,
    response: shape.responseTimeout,
    idle: shape.idleTimeout,
  }),
  proxy: shape.upstreamProxy,
  askUsage: shape.askUsage,
  askReasoning: shape.askReasoning,
  askEffort: shape.askEffort,
  stopSequences: shape.stopSequences,
  ...routingFields,
})

/** Fields of an upstream that only matter for routing. */
export const forRouting = Object.keys(routingFields)

/**
 * Schema of the configuration file: groups, and beside them each setting under the name of its flag as the short form. A field that has the schema of a setting
 * is that setting.
 */
export const configFile = z.strictObject({
  $schema: describe('Address of the JSON schema of this file, for editors.', z.string().optional()),
  ...shape,
  upstreams: z
    .array(upstream)
    .optional()
    .meta({ about: 'APIs behind the gateway.', whole: 'upstreams' } satisfies FileMeta),
  listen: group('Address, port and processes of the gateway.', {
    host: shape.host,
    port: shape.port,
    trustedProxies: shape.trustedProxies,
    workers: shape.workers,
    shutdownTimeout: shape.shutdownTimeout,
    stallTimeout: shape.stallTimeout,
  }),
  clients: group('Format of answers to clients.', {
    reasoningField: shape.reasoningField,
    style: shape.style,
    commentary: shape.commentary,
    trim: shape.trim,
    visibility: shape.visibility,
    delivery: shape.delivery,
    keepAlive: shape.keepAlive,
  }),
  keys: describe(
    'Keys of clients, and seals. A string is the path of the key file.',
    z
      .union([
        shape.keys,
        z.strictObject({
          file: shape.keys,
          required: shape.requireKeys,
          seals: shape.sealKeys,
          sealCarrier: shape.sealCarrier,
          callIds: shape.callIds,
          redaction: shape.redactionKey,
        }),
      ])
      .optional(),
  ),
  limits: group('Sizes in bytes.', { body: shape.bodyLimit, answer: shape.answerLimit }),
  traces: describe(
    'Trace store, and the detail of traces. A string is the address of the store.',
    z
      .union([
        shape.traces,
        z.strictObject({
          store: shape.traces,
          mode: shape.traceMode,
          days: shape.traceDays,
          daysByTag: shape.traceDaysByTag,
          chain: shape.traceChain,
          required: shape.requireTraces,
          prompts: shape.tracePrompts,
        }),
      ])
      .optional(),
  ),
  budgets: group('Limits on reasoning tokens.', {
    session: group('Budget of each session.', {
      tokens: shape.sessionBudget,
      action: shape.budgetAction,
      window: part('Time window: lifetime, or { kind: fixed or rolling, ms }.', 'budgets', 'session', 'window'),
      warnAt: part('Share of the tokens at which clients get a warning, 0 to 1.', 'budgets', 'session', 'warnAt'),
      forgetAfterMs: part('Milliseconds after which an unused lifetime budget resets.', 'budgets', 'session', 'forgetAfterMs'),
    }),
    key: part('Budget of each key: { tokens, window, warnAt, action }.', 'budgets', 'key'),
    team: part('Budget of each team: { tokens, window, warnAt, action }.', 'budgets', 'team'),
    wrapUp: shape.wrapUp,
    budgetStore: shape.budgetStore,
    redis: shape.redis,
    redisDown: shape.redisDown,
  }),
  metrics: group('Metrics for Prometheus.', { models: shape.metricsModels }),
  telemetry: group('Export to OpenTelemetry.', { otlp: shape.otlp, text: shape.otlpText }),
  log: group('Log lines on standard output.', { level: shape.logLevel }),
})

/** The configuration file as users write it. */
export type GatewayConfigFile = z.input<typeof configFile>

const settingOf = new Map<unknown, SettingName>(Object.entries(shape).map(([name, schema]) => [schema, name as SettingName]))

/** Meaning of a name in the file. A field may be both a value and a group of fields. */
export interface ConfigField {
  setting?: SettingName
  part?: readonly [SettingName, ...string[]]
  fields?: Readonly<Record<string, ConfigField>>
  items?: ConfigField
  /** Schema to check a value that is neither a setting nor a part of one. */
  schema: z.core.$ZodType
}

export const rootField: ConfigField = fieldOf(configFile)

function fieldOf(schema: z.core.$ZodType): ConfigField {
  const setting = settingOf.get(schema)
  if (setting !== undefined) return { setting, schema }
  const { part: steps, whole } = (z.globalRegistry.get(schema) ?? {}) as Partial<FileMeta>
  if (steps !== undefined) return { part: steps, schema }
  if (whole !== undefined && schema instanceof z.ZodOptional)
    return { ...fieldOf(schema.unwrap() as z.core.$ZodType), setting: whole, schema }
  if (schema instanceof z.ZodOptional) return { ...fieldOf(schema.unwrap() as z.core.$ZodType), schema }
  if (schema instanceof z.ZodUnion) return Object.assign({}, ...schema.options.map(fieldOf), { schema }) as ConfigField
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) return { items: fieldOf(schema.element), schema }
  if (!(schema instanceof z.ZodObject)) return { schema }
  const fields = Object.entries(schema.shape as Record<string, z.core.$ZodType>).map(([name, inner]) => [name, fieldOf(inner)])
  return { fields: Object.fromEntries(fields) as Record<string, ConfigField>, schema }
}

/** Path of each setting in the file. A path in a group is preferred. */
export const placesOfSettings: ReadonlyMap<SettingName, Path> = placesIn(rootField, [])

function placesIn(field: ConfigField, path: Path): Map<SettingName, Path> {
  const places = new Map<SettingName, Path>()
  const { setting, part: [whole] = [], fields, items } = field
  for (const [name, inner] of Object.entries(fields ?? items?.fields ?? {})) {
    for (const [found, place] of placesIn(inner, [...path, ...(items === undefined ? [] : [0]), name])) {
      if (place.length > (places.get(found)?.length ?? 0)) places.set(found, place)
    }
  }
  // A group wins over the value that may stand for one of its fields.
  if (setting !== undefined && !places.has(setting)) places.set(setting, path)
  if (whole !== undefined) places.set(whole, path.slice(0, 1))
  return places
}
