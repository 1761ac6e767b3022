import { parseOptions } from '@reason/core'
import { createModelNames } from '@reason/core/adapter'
import type { Observer } from '@reason/core/pipeline'
import type { ReplayPlan } from '@reason/core/conversation'
import { createClientObserver } from './client.ts'
import { labelValues } from './definitions.ts'
import { createRequestTimers, createUpstreamCounter, type RequestTimer, type UpstreamEvent } from './gateway.ts'
import { createGeneration, type TimedObserver } from './generation.ts'
import type { Counting } from './metered-run.ts'
import { setTokensInFlight } from './tokens-in-flight.ts'
import { createChannelsObserver } from './harmony.ts'
import { allowList, firstOf, modelLabelOf, oneOf } from './labels.ts'
import { other } from './mappings.ts'
import { createModelSeries } from './model-series.ts'
import { metricsConfig, type MetricsOptions } from './options.ts'
import { lazy, remembered } from './result-cache.ts'
import type { MetricsRequest } from './request.ts'
import { createSeries, type Exemplar } from './series.ts'

/** Event of a budget, as in `@reason/budget`: `reasoning_budget_warning`, `_exceeded`, `_refused`, `_store_failed`. Other types count as `other`. */
export interface BudgetEvent {
  type: string
  /** Owner of the budget: a session, a key, a team. */
  balance?: { scope: string }
  refusal?: { scope?: string }
}

/** Changes since the last call, and current values. */
export interface TraceStoreState {
  up?: boolean
  queueLength?: number
  journalBytes?: number
  /** Number of stored traces that are damaged. */
  unreadable?: number
  /** Increments, not totals. */
  written?: number
  journaled?: number
  dropped?: number
  failed?: number
}

/** State of one of several upstreams. */
export interface UpstreamStanding {
  /** Configured name, never a value from a request. */
  name: string
  /** True if requests may be sent to the upstream. */
  up: boolean
  inFlight: number
  queued: number
}

export interface Metrics {
  /** Returns the value of the label `model` under which a model was counted so far, else `other`. */
  modelLabel(name: string | undefined): string
  /**
   * Creates the observers of one generation: one for the model's output before policies, and one for the client's
   * response. Without the second one, the generation is counted when the first is closed, with the model's finish
   * reason.
   */
  observers(request: MetricsRequest): readonly [TimedObserver, Observer]
  /** Creates an observer for a Harmony parser that runs beside the client's splitter. It counts only Harmony metrics. */
  channels(request: MetricsRequest): Observer
  /** Counts a marker request to a model with channels. `unneeded`: the model used its channels. `ignored`: it used neither. */
  directive(event: { model?: string; outcome: 'unneeded' | 'used' | 'ignored' }): void
  /** Starts measuring a request. @param request - Its route is a pattern (`/v1/chat/completions`), never a URL. */
  requestStarted(request: { route: string }): RequestTimer
  upstream(event: UpstreamEvent): void
  /** Sets the state of all upstreams. Others are forgotten. */
  upstreams(states: readonly UpstreamStanding[]): void
  budgetEvent(event: BudgetEvent): void
  replay(plan: Pick<ReplayPlan, 'decisions'>): void
  /** @param reason - `damaged`, `foreign`, `expired` or `unreadable`; any other value counts as `other`. */
  sealsLost(count: number, reason: string): void
  /** @param counts - Count of each type, from a `Redactor`. */
  redactions(counts: Readonly<Record<string, number>>): void
  traceStore(state: TraceStoreState): void
}

/**
 * Creates Prometheus metrics for generations and for the gateway, in the given registry.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 * @throws {TypeError} If the registry already has such metrics, or if exemplars are set and the registry is not of
 * OpenMetrics.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { registry, models, providers, buckets, exemplars, alert, now } = parseOptions(metricsConfig, options, 'metrics')
  const series = createSeries(registry, buckets, exemplars !== undefined)
  const providerLabel = allowList(providers)
  const gapBounds = series.bounds('inter_token_gap_seconds').map((seconds) => seconds * 1000)
  const modelNames = createModelNames(models)
  const modelLabel = modelLabelOf(modelNames.admit)
  const running: Counting['running'] = new Set()
  const showInFlight = lazy(() => series.gauge('tokens_in_flight', (gauge) => setTokensInFlight(gauge, running)))
  const byModel = remembered((model: string) => remembered((provider: string) => createModelSeries(series, { model, provider })))
  const counting: Counting = {
    series,
    now,
    gapBounds,
    alert,
    running,
    seriesOf: ({ model, provider }) => byModel(modelLabel(model))(providerLabel(provider)),
  }
  const traceWrites = remembered((outcome: TraceOutcome) => series.counter('trace_writes_total', { outcome }))
  const redactionType = firstOf(32)
  const upstreamLabel = firstOf(64)

  return {
    modelLabel: modelLabelOf(modelNames.has),
    observers(request) {
      showInFlight()
      const exemplar = fitting(exemplars?.(request))
      const generation = createGeneration(counting, request, exemplar)
      return [generation.observer, createClientObserver(counting, request, exemplar, generation)]
    },
    channels: (request) => createChannelsObserver(series, request),
    directive({ model, outcome }) {
      series.count('marker_directives_total', { model: modelLabel(model), outcome: oneOf(directiveOutcomes, outcome) })
    },
    requestStarted: createRequestTimers(series, now),
    upstream: createUpstreamCounter(series, providerLabel, upstreamLabel),
    upstreams(states) {
      const [up, inFlight, queued] = upstreamGauges.map((name) => series.gauge(name))
      for (const gauge of [up, inFlight, queued]) gauge!.reset()
      for (const state of states) {
        const labels = { upstream: upstreamLabel(state.name) }
        up!.set(labels, state.up ? 1 : 0)
        inFlight!.set(labels, state.inFlight)
        queued!.set(labels, state.queued)
      }
    },
    budgetEvent({ type, balance, refusal }) {
      const scope = oneOf(budgetScopes, balance?.scope ?? refusal?.scope ?? other)
      series.count('budget_events_total', { scope, event: oneOf(budgetEvents, type.replace(/^reasoning_budget_/, '')) })
    },
    replay({ decisions }) {
      for (const { action } of decisions) series.count('replay_decisions_total', { action: oneOf(replayActions, action) })
    },
    sealsLost(count, reason) {
      if (count > 0) series.count('seals_lost_total', { reason: oneOf(sealLosses, reason) }, count)
    },
    redactions(counts) {
      for (const type of Object.keys(counts)) {
        if (counts[type]! > 0) series.count('redactions_total', { type: redactionType(type) }, counts[type])
      }
    },
    traceStore(writes) {
      const { up, queueLength, journalBytes, unreadable } = writes
      if (up !== undefined) series.gauge('trace_store_up').set(up ? 1 : 0)
      if (queueLength !== undefined) series.gauge('trace_queue_length').set(queueLength)
      if (journalBytes !== undefined) series.gauge('trace_journal_bytes').set(journalBytes)
      if (unreadable !== undefined) series.gauge('trace_rows_unreadable').set(unreadable)
      for (const outcome of traceOutcomes) {
        const count = writes[outcome] ?? 0
        if (count > 0) traceWrites(outcome)(count)
      }
    },
  }
}

/** Drops an exemplar that is too long. prom-client would throw, and the number would be lost with it. */
function fitting(exemplar: Exemplar | undefined): Exemplar | undefined {
  if (exemplar === undefined) return undefined
  const length = Object.entries(exemplar).reduce((sum, [name, value]) => sum + name.length + `${value}`.length, 0)
  return length > maxExemplarChars ? undefined : exemplar
}

/** Maximum length in OpenMetrics. */
const maxExemplarChars = 128

const upstreamGauges = ['upstream_up', 'upstream_requests_in_flight', 'upstream_queue_length'] as const

const traceOutcomes = ['written', 'journaled', 'dropped', 'failed'] as const
type TraceOutcome = (typeof traceOutcomes)[number]

const directiveOutcomes = labelValues('marker_directives_total', 'outcome')
const budgetScopes = labelValues('budget_events_total', 'scope')
const budgetEvents = labelValues('budget_events_total', 'event')
const replayActions = labelValues('replay_decisions_total', 'action')
const sealLosses = labelValues('seals_lost_total', 'reason')
