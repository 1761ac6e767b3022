import { randomBytes } from 'node:crypto'
import { memoryStore, type BudgetStore } from '@reason/budget'
import { parseOptions, ReasonError, type TextAdapter, type WireFormat } from '@reason/core'
import type { KeyRecord } from '@reason/keys'
import { createMetrics } from '@reason/metrics'
import { createCallReferences, createSealer } from '@reason/seals'
import type { TraceStore } from '@reason/trace-store'
import { Registry } from 'prom-client'
import type * as z from 'zod'
import { accessWith, adminRefusal } from './client-apis/client-access.ts'
import type { ClientApi } from './client-apis/client-api.ts'
import { clientOf } from './client-apis/client-apis.ts'
import { createRouting } from './dispatch/routing.ts'
import { internalError, type ApiError } from './errors/api-error.ts'
import { faultOf } from './errors/fault.ts'
import { findRoute } from './fetch/find-route.ts'
import { createFetchUpstream } from './upstreams/fetch-upstream.ts'
import { readBody } from './fetch/request-body.ts'
import { promiseResponse } from './fetch/response-promise.ts'
import { refusalByHeaders, type Runtime } from './handle.ts'
import type { Log } from './log.ts'
import type { Managed } from './management/management-call.ts'
import { fetchManagement, refused } from './management/management-fetch.ts'
import { createOpenAnswers } from './relay/open-answers.ts'
import { newRequestId } from './request-id.ts'
import { createActivity } from './rules/activity/activity.ts'
import { createWrapUps } from './rules/budget/wrap-ups.ts'
import type { GatewayRule } from './gateway-rule.ts'
import type { GatewayStores } from './rules/gateway-stores.ts'
import type { Telemetry } from './rules/spans/telemetry.ts'
import { createRateLimits } from './rules/rate-limits/rate-limits.ts'
import { unknownRoute } from './routes.ts'
import { createState, planState } from './runtime.ts'
import { gatewaySettings, type GatewayConfig } from './settings/settings.ts'
import { nameOf } from './settings/upstream-list.ts'
import { type OtherAdapter, unfitness } from './upstreams/adapter-fitness.ts'
import { createLearned } from './upstreams/learned/learned.ts'
import type { UpstreamWire } from './wires.ts'

/** Settings as the gateway's program has them, under the same names. */
type Settings = z.input<typeof gatewaySettings>

/** What a gateway is made of. Either `upstream` or `upstreams` says where requests go. */
export interface GatewayOptions extends Settings {
  /** Key for `upstream`. It replaces what clients send. Of several upstreams each has its own `key`. */
  upstreamKey?: string
  /** Adapters that are asked before ours, and wire formats for upstreams that are said to speak them. */
  adapters?: readonly (TextAdapter | WireFormat)[]
  /** Rules of yours, in the order in which they are asked: behind keys, limits and budgets. */
  rules?: readonly GatewayRule[]
  /** Keys of clients, as records of `@reason/keys`. With keys, each request needs one. Default: none, and all requests are accepted. */
  keys?: readonly KeyRecord[]
  /** Where traces are stored. Default: nowhere. It is not closed with the gateway. */
  traces?: TraceStore
  /** Where budgets and rate limits count. Default: in memory. It is not closed with the gateway. */
  budgetStore?: BudgetStore
  /**
   * Secrets of 32 characters or more that seal reasoning which clients bring back: the first seals, any of them opens. Default: a random one, so that
   * another process, or a restart, cannot open what this one sealed.
   */
  sealKeys?: readonly string[]
  /** prom-client's registry for the gateway's metrics. Default: one of its own. */
  registry?: Registry
  /** Sends requests to upstreams. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** Spans and metrics by OpenTelemetry: `createTelemetry` of `@reason/gateway/otel`. Default: none. */
  telemetry?: Telemetry
  /** Default: nothing is logged. */
  log?: Log
}

/** The gateway in an application of yours. */
export interface Gateway {
  /**
   * Answers `POST` to `/v1/chat/completions`, `/v1/responses`, `/v1/messages` and `/v1/generate`, and what their clients ask beside that: lists of models,
   * counts of tokens, embeddings. A path may have a prefix. Never rejects: what goes wrong is an answer with an error, in the shape of the API that was asked.
   *
   * @param host - With `waitUntil`, budgets and traces are settled behind the answer also where a runtime stops then.
   */
  fetch(request: Request, host?: { waitUntil?(work: Promise<unknown>): void }): Promise<Response>
  /**
   * Answers what operators ask of their gateway: `GET` of `/api/traces`, `/api/usage`, `/api/keys`, `/api/explain`, `/api/learned` and budgets, and what
   * changes them (`docs/reference/http-api.md`). With `keys`, only one with `admin` may ask. Without keys anyone may: put it behind a check of yours.
   * A path may have a prefix. Never rejects.
   */
  management(request: Request): Promise<Response>
  /** Lets open answers finish, then settles budgets and traces. @param options.timeoutMs - After that, answers end with an error. Default 10,000. */
  close(options?: { timeoutMs?: number }): Promise<void>
}

/**
 * A gateway without a server: put its `fetch` behind a route.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`: a setting is wrong, there is no upstream, or an adapter or rule is none.
 * @throws {Error} in a runtime that is too old
 */
export function createGateway(options: GatewayOptions): Gateway {
  if (!('withResolvers' in Promise))
    throw new Error(
      '@reason/gateway needs Promise.withResolvers, which this runtime lacks. Use Node 22.12 or newer, Bun, Deno or Cloudflare Workers.',
    )
  const {
    upstreamKey,
    adapters = [],
    rules = [],
    keys = [],
    traces,
    budgetStore = memoryStore(),
    sealKeys,
    registry,
    telemetry,
    fetch,
    log = silent,
    ...settings
  } = options
  const { upstreams, ...single } = parseOptions(gatewaySettings, settings, 'gateway')
  if (single.upstream === undefined && upstreams === undefined)
    throw new ReasonError(
      'REASON_INVALID_OPTIONS',
      'The gateway has no upstream. Give createGateway the address of one: { upstream: "http://127.0.0.1:8080" }.',
    )
  checkKinds('adapters', adapters, ['text', 'wire'])
  checkAdapters(adapters)
  checkKinds('rules', rules, ['rule'])
  const config: GatewayConfig = {
    ...single,
    upstreams,
    upstreamKey,
    upstreamKeys: Object.fromEntries((upstreams ?? []).flatMap((entry) => (entry.key === undefined ? [] : [[nameOf(entry), entry.key]]))),
    packageAdapters: adapters.filter((adapter) => adapter.kind === 'text'),
    packageWires: adapters.filter((adapter): adapter is UpstreamWire => adapter.kind === 'wire'),
    packageRules: rules,
    origins: { has: (name) => Object.hasOwn(settings, name) },
  }
  const stores = openStores(config, { traces, budgetStore, sealKeys, registry: registry ?? new Registry(), telemetry, log })
  const routing = createRouting()
  const state = createState(planState(config), routing, stores, log, (wire, one) =>
    createFetchUpstream(one.upstream!, wire, one, fetch ?? ((...given) => globalThis.fetch(...given))),
  )
  const answers = createOpenAnswers()
  const access = accessWith(keys, keys.length > 0)
  const managed: Managed = { ...state, access: { required: access.required, file: fixedKeys(keys) } }
  const runtime: Runtime = { ...state, access, answers, hold: () => () => {} }

  return {
    async fetch(request, host) {
      try {
        return await answer(request, host)
      } catch (error) {
        log.error({ err: faultOf(error) }, 'gateway failed')
        return responseOf(clientOf(new URL(request.url).pathname), internalError)
      }
    },
    async management(request) {
      try {
        const client = access.identify(Object.fromEntries(request.headers))
        const refusal = adminRefusal(client)
        if (refusal !== undefined) return refused(refusal)
        return await fetchManagement(request, managed, 'key' in client ? client.key?.id : undefined, log)
      } catch (error) {
        log.error({ err: faultOf(error) }, 'gateway failed')
        return refused(internalError)
      }
    },
    async close({ timeoutMs = 10_000 } = {}) {
      await answers.drain(timeoutMs)
      routing.close()
      await state.close()
      stores.rateLimits.close()
      await stores.learned.close()
    },
  }

  async function answer(request: Request, host?: { waitUntil?(work: Promise<unknown>): void }): Promise<Response> {
    const { method } = request
    const path = new URL(request.url).pathname
    const head = Object.fromEntries(request.headers)
    const found = findRoute(method, path)
    const shape = found?.route.shapeOf(head) ?? clientOf(path)
    const refuse = (error: ApiError): Response => responseOf(shape, error)
    if (found === undefined) return refuse(unknownRoute(method, path))
    const refusal = await refusalByHeaders(runtime, head)
    if (refusal !== undefined) return refuse(refusal)
    const body = method === 'GET' ? Buffer.alloc(0) : await readBody(request, config.bodyLimit)
    if (!Buffer.isBuffer(body)) return refuse(body)
    const { sink, response, gone } = promiseResponse(request.signal, config.stallTimeout)
    const headLines = Object.fromEntries(Object.entries(head).map(([name, value]) => [name, [value]]))
    const { route, name } = found
    const work = route.handle({ id: newRequestId(), head, headLines, body, name, sink, log }, runtime)
    work.catch((error: unknown) => {
      log.error({ err: faultOf(error) }, 'gateway failed')
      sink.destroy()
    })
    host?.waitUntil?.(gone.then(() => state.governance.settled()))
    return response
  }
}

/** Programs without types may give plugins: those would be left out of the adapters, and fail each request as rules. */
function checkKinds(option: 'adapters' | 'rules', given: readonly unknown[], kinds: readonly string[]): void {
  for (const [place, value] of given.entries()) {
    const { kind } = Object(value) as { kind?: unknown }
    if (kinds.includes(kind as string)) continue
    throw new ReasonError(
      'REASON_INVALID_OPTIONS',
      `${option}[${place}] has kind ${JSON.stringify(kind)}, but must have ${kinds.map((word) => JSON.stringify(word)).join(' or ')}. ` +
        'Of a plugin, give what its create(options) returns.',
    )
  }
}

function checkAdapters(adapters: readonly (TextAdapter | WireFormat)[]): void {
  const before: OtherAdapter[] = []
  for (const [place, adapter] of adapters.entries()) {
    const from = `adapters[${place}]`
    const unfit = unfitness(adapter, before)
    if (unfit !== undefined) throw new ReasonError(unfit.code, `${from} cannot be used. ${unfit.message}`)
    before.push({ from, adapter: adapter as OtherAdapter['adapter'] })
  }
}

/** Keys that a program gives. */
function fixedKeys(keys: readonly KeyRecord[]): Managed['access']['file'] {
  const refuse = (): never => {
    throw new TypeError('The keys of this gateway are given to createGateway. Change them there.')
  }
  return { list: () => [...keys], create: refuse, change: refuse, rotate: refuse, revoke: refuse }
}

/** A failure, as the clients of an API understand it. */
function responseOf(shape: Pick<ClientApi, 'errorBody'>, error: ApiError): Response {
  const head = Object.entries(error.headers ?? {}).map(([name, value]) => [name, String(value)])
  return new Response(shape.errorBody(error), {
    status: error.status,
    headers: { ...Object.fromEntries(head), 'content-type': 'application/json; charset=utf-8' },
  })
}

interface StoreOptions extends Required<Pick<GatewayOptions, 'budgetStore' | 'registry' | 'log'>> {
  traces: TraceStore | undefined
  sealKeys: readonly string[] | undefined
  telemetry: Telemetry | undefined
}

function openStores(config: GatewayConfig, { traces, budgetStore, sealKeys, registry, telemetry, log }: StoreOptions): GatewayStores {
  const metrics = createMetrics({ registry })
  let sealer = sealKeys && createSealer({ keys: [...sealKeys] })
  return {
    metrics,
    registry: () => registry,
    budgets: budgetStore,
    traces,
    traceFinished: ({ stored, error }) => {
      if (!stored && error !== undefined) log.warn({ err: faultOf(error) }, 'a trace was not stored')
    },
    sealer: () => (sealer ??= createSealer({ keys: [randomBytes(32).toString('base64')] })),
    callReferences: createCallReferences(),
    rateLimits: createRateLimits(budgetStore, (error) => log.warn({ err: faultOf(error) }, 'rate limits are not shared')),
    learned: createLearned(),
    wrapUps: createWrapUps(),
    activity: createActivity(metrics.modelLabel),
    telemetry,
  }
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }
