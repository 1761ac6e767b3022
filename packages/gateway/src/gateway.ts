import { randomBytes } from 'node:crypto'
import { memoryStore } from '@reason/budget'
import type { KeyRecord } from '@reason/keys'
import { createMetrics } from '@reason/metrics'
import { createCallReferences, createSealer } from '@reason/seals'
import type { TraceStore } from '@reason/trace-store'
import { Registry } from 'prom-client'
import { accessWith, adminRefusal } from './client-apis/client-access.ts'
import type { ClientApi } from './client-apis/client-api.ts'
import { clientOf } from './client-apis/client-apis.ts'
import { createRouting } from './dispatch/routing.ts'
import { badRequest, internalError, type ApiError } from './errors/api-error.ts'
import { faultOf, logFault } from './errors/fault.ts'
import { findRoute } from './fetch/find-route.ts'
import { createFetchUpstream } from './upstreams/fetch-upstream.ts'
import { readBody } from './fetch/request-body.ts'
import { promiseResponse } from './fetch/response-promise.ts'
import type { Runtime } from './exchange.ts'
import { refusalByHeaders } from './handle.ts'
import type { Log } from './log.ts'
import type { Managed } from './management/management-call.ts'
import { fetchManagement, jsonOf, refused } from './management/management-fetch.ts'
import { createOpenAnswers } from './relay/open-answers.ts'
import { checkedOptions, type GatewayOptions } from './gateway-options.ts'
import { newRequestId } from './request-id.ts'
import { createActivity } from './rules/activity/activity.ts'
import { createWrapUps } from './rules/budget/wrap-ups.ts'
import type { GatewayStores } from './rules/gateway-stores.ts'
import type { Telemetry } from './rules/spans/telemetry.ts'
import { createRateLimits } from './rules/rate-limits/rate-limits.ts'
import { unknownRoute } from './routes.ts'
import { createState, planState } from './runtime.ts'
import type { GatewayConfig } from './settings/settings.ts'
import { nameOf } from './settings/upstream-list.ts'
import { createLearned } from './upstreams/learned/learned.ts'
import { loopRefusal, newVia } from './upstreams/via.ts'
import type { UpstreamWire } from './wires.ts'

/** A gateway inside an application. */
export interface Gateway {
  /**
   * Answers `POST` to `/v1/chat/completions`, `/v1/responses`, `/v1/messages` and `/v1/generate`, and the auxiliary endpoints of their
   * clients: model lists, token counts, embeddings. A path may have a prefix. Never rejects: errors are responses in the shape of the
   * requested API.
   *
   * @param host - With `waitUntil`, budgets and traces are settled after the answer, even in a runtime that stops then.
   */
  fetch(request: Request, host?: { waitUntil?(work: Promise<unknown>): void }): Promise<Response>
  /**
   * Answers requests of operators: `GET` of `/api/traces`, `/api/usage`, `/api/keys`, `/api/explain`, `/api/learned` and budgets, and
   * changes to them (`docs/reference/http-api.md`). With `keys`, it requires a key with `admin`. Without keys it is open to all: put it
   * behind access control. A path may have a prefix. Never rejects.
   */
  management(request: Request): Promise<Response>
  /**
   * Lets open answers finish, then settles budgets and traces.
   *
   * @param options.timeoutMs - After this time, answers end with an error. Default 10,000.
   */
  close(options?: { timeoutMs?: number }): Promise<void>
}

/**
 * Creates a gateway without a server. Put its `fetch` behind a route.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS` if a setting is wrong, there is no upstream, or an adapter or rule is invalid.
 * @throws {Error} In a runtime that is too old.
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
    upstreams,
    ...single
  } = checkedOptions(options)
  const config: GatewayConfig = {
    ...single,
    upstreams,
    upstreamKey,
    upstreamKeys: Object.fromEntries((upstreams ?? []).flatMap((entry) => (entry.key === undefined ? [] : [[nameOf(entry), entry.key]]))),
    packageAdapters: adapters.filter((adapter) => adapter.kind === 'text'),
    packageWires: adapters.filter((adapter): adapter is UpstreamWire => adapter.kind === 'wire'),
    packageRules: rules,
    origins: { has: (name) => Object.hasOwn(options, name) },
  }
  const stores = openStores(config, { traces, budgetStore, sealKeys, registry: registry ?? new Registry(), telemetry, log })
  const routing = createRouting()
  const via = newVia()
  const state = createState(planState(config), routing, stores, log, (wire, one) =>
    createFetchUpstream(one.upstream!, wire, one, fetch ?? ((...given) => globalThis.fetch(...given)), via),
  )
  const answers = createOpenAnswers()
  const access = accessWith(keys, keys.length > 0)
  const managed: Managed = { ...state, access: { required: access.required, file: fixedKeys(keys) } }
  const runtime: Runtime = { ...state, access, answers, hold: () => () => {} }

  return {
    async fetch(request, host) {
      // SDKs call their `fetch` with an address, and untyped programs may give them this one.
      if (!('url' in Object(request))) throw new TypeError('gateway.fetch() takes a Request: gateway.fetch(new Request(url, init)).')
      try {
        return await answer(request, host)
      } catch (error) {
        logFault(error, log)
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
        logFault(error, log)
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
    if (found === undefined) return refuse(head['upgrade'] === undefined ? unknownRoute(method, path) : noUpgrade)
    const refusal = loopRefusal(head, via) ?? (await refusalByHeaders(runtime, head))
    if (refusal !== undefined) return refuse(refusal)
    const body = method === 'GET' ? Buffer.alloc(0) : await readBody(request, config.bodyLimit)
    if (!Buffer.isBuffer(body)) return refuse(body)
    const { sink, response, gone } = promiseResponse(request.signal, config.stallTimeout)
    const headLines = Object.fromEntries(Object.entries(head).map(([name, value]) => [name, [value]]))
    const { route, name } = found
    const work = route.handle({ id: newRequestId(), head, headLines, body, name, sink, log }, runtime)
    work.catch((error: unknown) => {
      logFault(error, log)
      sink.destroy()
    })
    host?.waitUntil?.(gone.then(() => state.governance.settled()))
    return response
  }
}

/** Error for a WebSocket. Codex then sends the same over HTTP. */
const noUpgrade = badRequest('This gateway speaks no WebSockets. Send the request with POST.', null, 'upgrade_required', 426)

/** A read-only key file for the keys in the options. */
function fixedKeys(keys: readonly KeyRecord[]): Managed['access']['file'] {
  const refuse = (): never => {
    throw new TypeError('The keys of this gateway are given to createGateway. Change them there.')
  }
  return { list: () => [...keys], create: refuse, change: refuse, rotate: refuse, revoke: refuse }
}

const responseOf = (shape: Pick<ClientApi, 'errorBody'>, error: ApiError): Response =>
  jsonOf(error.status, shape.errorBody(error), error.headers)

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
