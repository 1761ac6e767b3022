import type { BudgetEvent, Budgets } from '@reason/budget'
import type { GenerationRequest } from '@reason/core/pipeline'
import type { ReplayPlan } from '@reason/core/conversation'
import type { KeyRecord } from '@reason/keys'
import type { RequestTimer } from '@reason/metrics'
import type { PolicyConfig } from '@reason/policy'
import type { UpstreamState } from '@reason/routing'
import type { TraceStore } from '@reason/trace-store'
import type { Registry } from 'prom-client'
import { forbidden, isApiError, type ApiError } from '../errors/api-error.ts'
import type { ClientRequest, Sealing } from '../client-apis/client-request.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import { faultOf } from '../errors/fault.ts'
import type { RequestTelemetry } from './spans/telemetry.ts'
import type { Backend } from '../generation/backend.ts'
import type { Send } from '../upstreams/upstream.ts'
import { createWires, spokenIn, type UpstreamWire } from '../wires.ts'
import { openBudgets } from './budget/budgets.ts'
import { createGeneration } from './admitted-generation.ts'
import type { Generation } from '../generation/generation.ts'
import { createPending } from './background-work.ts'
import { gatewayRules } from './gateway-rules.ts'
import type { Incoming } from './incoming.ts'
import type { GenerationFacts } from './own-rule.ts'
import { createOutageNotice } from './outage-notice.ts'
import { sealingOf } from '../seals/seals.ts'
import type { GatewayStores } from './gateway-stores.ts'
import { watched } from './metrics/upstream-metrics.ts'
import { inputTokens } from './rate-limits/token-counter.ts'
import { admitByRules } from './run-list.ts'
import { wishesOf } from '../client-apis/effective-access.ts'
import type { Head } from '../head.ts'
import type { Log } from '../log.ts'

/** Applies rules, budgets and metrics to all generations of a gateway. */
export interface Governance {
  /** @returns The generation, or the error that refuses the request. */
  admit(request: ClientRequest, incoming: Incoming): Promise<Generation | ApiError>
  /** Counts a request without an answer. @returns The error if its key exceeds its rate limits. */
  limited(key: KeyRecord | undefined): ApiError | undefined | Promise<ApiError | undefined>
  /**
   * Reserves tokens of the key's limit per minute for a request without an answer.
   *
   * @param bodyBytes - Length of the request.
   * @returns Called once with the tokens that the upstream reports, or undefined without a report. Or the error if no tokens are left.
   */
  reserved(key: KeyRecord | undefined, bodyBytes: number): Promise<((reported: number | undefined) => void) | ApiError>
  budgets: Budgets
  /** Undefined: traces are off. */
  traces: TraceStore | undefined
  /** Current values of all metrics. */
  registry(): Registry
  /** Seals of a conversation, for requests without an answer. */
  sealingOf(request: ClientRequest, key: KeyRecord | undefined): Sealing
  /** Records the state of several upstreams. */
  upstreams(states: readonly UpstreamState[]): void
  /** Wraps a request that is sent beside answers, to count its outcome. */
  watched(send: Send, backend: Backend): Send
  /** Counts a request that was rewritten for the upstream. */
  replayed(plan: ReplayPlan): void
  /**
   * Called when a request arrives.
   *
   * @param headers - Of a known client. Absent for unknown clients, which are counted but not traced.
   */
  requestStarted(route: string, headers?: Head): RequestTimer & { telemetry?: RequestTelemetry | undefined }
  /** Resolves when every trace is stored and every budget settled. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Opens rules and budgets as configured, on stores that outlive the configuration. */
export function openGovernance(config: GatewayConfig, policyConfig: PolicyConfig, stores: GatewayStores, log: Log): Governance {
  const { metrics, registry, traces, rateLimits, sealer, activity, telemetry } = stores
  const wire = createWires(config)
  const givesSeals = spokenIn(config).some((id) => wire(id).capabilities.seals === true)
  const { sealCarrier, callIds, commentary } = config
  const { callReferences: references } = stores
  // The client's API may be the gateway's own, which no upstream uses.
  const placesOf = (format: string) => (wire(format) as UpstreamWire | undefined)?.sealPlaces
  const sealRules = { sealer, metrics, givesSeals, sealCarrier, callIds, commentary, references, placesOf }
  const isNewOutage = createOutageNotice()
  const budgets = openBudgets(config, stores.budgets, (event) => {
    metrics.budgetEvent(event)
    activity.budget(event)
    // Metrics count each failure.
    if (event.type !== 'reasoning_budget_store_failed' || isNewOutage())
      log.warn({ event: event.type, session: event.session, run: event.run, ...happenedTo(event) }, 'budget')
  })
  const rules = gatewayRules(config, policyConfig, budgets, stores)
  const pending = createPending()

  return {
    limited: (key) => key && rateLimits.request(key),
    async reserved(key, bodyBytes) {
      if (key === undefined) return () => undefined
      const estimate = inputTokens(bodyBytes)
      const admission = await rateLimits.reserve(key, estimate)
      return isApiError(admission) ? admission : (reported) => admission.over(reported ?? estimate)
    },
    budgets,
    traces,
    async admit(request, incoming) {
      const { id, key, headers, log } = incoming
      const wishes = wishesOf(request, headers, key, config)
      if (isApiError(wishes)) return wishes
      if (request.wire === true && (wishes.visibility !== 'full' || config.delivery === 'off')) return notAllToSee
      const { session, conversation, visibility } = wishes
      const asked: GenerationRequest = {
        id,
        model: request.model,
        ...(session !== undefined && { session }),
        ...(key !== undefined && { key: key.id }),
        ...(key?.team !== undefined && { team: key.team }),
        ...(request.maxTokens !== undefined && { maxTokens: request.maxTokens }),
        ...(request.effort !== undefined && { effort: request.effort }),
      }
      const generation: GenerationFacts = {
        request,
        incoming,
        wishes,
        sealing: sealingOf(request, visibility, key, sealRules),
        asked,
        known: { ...asked, ...(conversation !== undefined && { session: conversation }) },
        mayStop: false,
        isSent: false,
        reports: {},
      }
      const runs = await admitByRules(rules, generation, pending, log)
      return isApiError(runs) ? runs : createGeneration(generation, runs)
    },
    registry,
    sealingOf: (request, key) => sealingOf(request, config.visibility, key, sealRules),
    upstreams: (states) =>
      metrics.upstreams(states.map(({ id, health, inFlight, queued }) => ({ name: id, up: health !== 'down', inFlight, queued }))),
    watched: (send, { id, upstream: { provider } }) => watched(send, { id, provider }, metrics),
    replayed(plan) {
      metrics.replay(plan)
      for (const { sealsLost = [] } of plan.decisions) for (const why of sealsLost) metrics.sealsLost(1, why)
    },
    requestStarted(route, headers) {
      const timer = metrics.requestStarted({ route })
      if (telemetry === undefined || headers === undefined) return timer
      const request = telemetry.request(route, headers)
      return {
        ...timer,
        telemetry: request,
        finished(status) {
          timer.finished(status)
          request.finished(status)
        },
      }
    },
    settled: () => pending.empty(),
    async close() {
      await pending.empty()
      await budgets.close()
    },
  }
}

/** Details of a budget event for the log: owner and balance, or the error of the store. */
function happenedTo(event: BudgetEvent): Record<string, unknown> {
  if (event.type === 'reasoning_budget_store_failed') return { operation: event.operation, err: faultOf(event.error) }
  const { scope, of, limit, used, reserved } =
    event.type === 'reasoning_budget_refused' ? event.refusal : { ...event.balance, used: event.used }
  return { scope, of, limit, used, reserved }
}

const notAllToSee = forbidden(
  '"wire" shows everything that the upstream sends, including reasoning that your key may not see. Remove it, or ask the operator for a key with visibility full.',
  'wire',
)
