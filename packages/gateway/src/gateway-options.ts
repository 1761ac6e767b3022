import type { BudgetStore } from '@reason/budget'
import { parseOptions, ReasonError, type TextAdapter, type WireFormat } from '@reason/core'
import type { KeyRecord } from '@reason/keys'
import type { TraceStore } from '@reason/trace-store'
import type { Registry } from 'prom-client'
import * as z from 'zod'
import type { GatewayRule } from './gateway-rule.ts'
import type { Log } from './log.ts'
import type { Telemetry } from './rules/spans/telemetry.ts'
import { gatewaySettings } from './settings/settings.ts'
import { name } from './settings/setting-kinds.ts'
import { type OtherAdapter, unfitness, unknownAdapter } from './upstreams/adapter-fitness.ts'

/** Settings of the gateway's program, under the same names. */
type Settings = z.input<typeof gatewaySettings>

/** Options of a gateway. Either `upstream` or `upstreams` is required. */
export interface GatewayOptions extends Settings {
  /** Key for `upstream`. It replaces the client's key. With `upstreams`, each entry has its own `key`. */
  upstreamKey?: string
  /** Adapters that are asked before the built-in ones, and wire formats for upstreams that name them as their format. */
  adapters?: readonly (TextAdapter | WireFormat)[]
  /** Rules, in the order in which they are called: after keys, limits and budgets. */
  rules?: readonly GatewayRule[]
  /** Keys of clients, as records of `@reason/keys`. With keys, each request needs one. Default: none, and all requests are accepted. */
  keys?: readonly KeyRecord[]
  /** Store for traces. Default: traces are not stored. The gateway does not close it. */
  traces?: TraceStore
  /** Store for budgets and rate limits. Default: memory. The gateway does not close it. */
  budgetStore?: BudgetStore
  /**
   * Secrets of at least 32 characters that seal reasoning for clients to send back. The first one seals, and any of them opens. Default: a
   * random secret, so that neither another process nor a restarted one can open the seals.
   */
  sealKeys?: readonly string[]
  /** prom-client's registry for the gateway's metrics. Default: one of its own. */
  registry?: Registry
  /** Sends requests to upstreams. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** Spans and metrics by OpenTelemetry: `createTelemetry` of `@reason/gateway/otel`. Default: none. */
  telemetry?: Telemetry
  /** Logger. Default: no log. */
  log?: Log
}

/** The options beside the settings. Programs without types may pass any value, which would fail each request. */
const ownOptions = {
  upstreamKey: name().optional(),
  adapters: listOf<TextAdapter | WireFormat>('adapters, like [thinkTags()]'),
  rules: listOf<GatewayRule>('rules, like [yourRule.create({ … })]'),
  keys: listOf<KeyRecord>('records, as openKeyFile(…).list() of @reason/keys returns', (key) => typeof Object(key).hash === 'string'),
  traces: having<TraceStore>('list', 'a store: await openTraceStore({ url: "sqlite:traces.db", redactor }) of @reason/trace-store'),
  budgetStore: having<BudgetStore>(
    'reserve',
    'a store: memoryStore(), sqliteFileStore({ path }) or redisStore({ client }) of @reason/budget',
  ),
  sealKeys: listOf<string>('secrets of 32 characters or more'),
  registry: having<Registry>('registerMetric', 'a registry: new Registry() of prom-client'),
  fetch: z.custom<typeof globalThis.fetch>((value) => typeof value === 'function', 'must be a function, as the global fetch is').optional(),
  telemetry: having<Telemetry>('request', 'the result of createTelemetry() of @reason/gateway/otel'),
  log: having<Log>('error', 'an object with the functions debug, info, warn and error'),
}

const optionsSchema = gatewaySettings.extend(ownOptions)

/** Validates all options. Values of our own are not copied. */
export function checkedOptions(options: GatewayOptions): z.output<typeof optionsSchema> {
  const checked = parseOptions(optionsSchema, options, 'gateway')
  const { upstream, upstreams, adapters = [], rules = [] } = checked
  if (upstream === undefined && upstreams === undefined)
    throw new ReasonError(
      'REASON_INVALID_OPTIONS',
      'The gateway has no upstream. Give createGateway the address of one: { upstream: "http://127.0.0.1:8080" }.',
    )
  checkKinds('adapters', adapters, ['text', 'wire'])
  const others = checkAdapters(adapters)
  checkKinds('rules', rules, ['rule'])
  const problem =
    unknownAdapter('adapter', checked.adapter, 'text', others) ??
    unknownAdapter('upstreamFormat', checked.upstreamFormat, 'wire', others) ??
    upstreams?.map(({ format }, index) => unknownAdapter(`upstreams.${index}.format`, format, 'wire', others)).find(Boolean)
  if (problem !== undefined) throw new ReasonError('REASON_INVALID_OPTIONS', problem)
  return checked
}

function listOf<T>(what: string, fits: (one: unknown) => boolean = () => true): z.ZodOptional<z.ZodCustom<readonly T[], readonly T[]>> {
  return z.custom<readonly T[]>((value) => Array.isArray(value) && value.every(fits), `must be a list of ${what}`).optional()
}

/** An object with a method, of whatever class. */
function having<T>(method: string, what: string): z.ZodOptional<z.ZodCustom<T, T>> {
  return z.custom<T>((value) => typeof Object(value)[method] === 'function', `must be ${what}`).optional()
}

/** Checks the kinds of plugins that untyped programs may pass. Wrong kinds would be ignored as adapters, and fail each request as rules. */
function checkKinds(option: 'adapters' | 'rules', given: readonly unknown[], kinds: readonly string[]): void {
  for (const [place, value] of given.entries()) {
    const { kind, id, admit } = Object(value) as Partial<Record<keyof GatewayRule, unknown>>
    if (kinds.includes(kind as string)) {
      if (kind !== 'rule' || (typeof id === 'string' && typeof admit === 'function')) continue
      throw new ReasonError('REASON_INVALID_OPTIONS', `rules[${place}] needs an id and a function admit.`)
    }
    throw new ReasonError(
      'REASON_INVALID_OPTIONS',
      `${option}[${place}] has kind ${JSON.stringify(kind)}, but must have ${kinds.map((word) => JSON.stringify(word)).join(' or ')}. ` +
        'Of a plugin, give what its create(options) returns.',
    )
  }
}

function checkAdapters(adapters: readonly (TextAdapter | WireFormat)[]): OtherAdapter[] {
  const before: OtherAdapter[] = []
  for (const [place, adapter] of adapters.entries()) {
    const from = `adapters[${place}]`
    const unfit = unfitness(adapter, before)
    if (unfit !== undefined) throw new ReasonError(unfit.code, `${from} cannot be used. ${unfit.message}`)
    before.push({ from, adapter: adapter as OtherAdapter['adapter'] })
  }
  return before
}
