import { parseOptions } from '@reason/core'
import { createModelNames } from '@reason/core/adapter'
import type { Observer } from '@reason/core/pipeline'
import type { ReplayPlan } from '@reason/core/conversation'
import { createClientObserver } from './client.ts'
import { labelValues } from './definitions.ts'
import { createRequestTimers, createUpstreamCounter, type RequestTimer, type UpstreamEvent } from './gateway.ts'
import { createGeneration, type Counting, type TimedObserver } from './generation.ts'
import { setTokensInFlight } from './tokens-in-flight.ts'
import { createChannelsObserver } from './harmony.ts'
import { allowList, firstOf, modelLabelOf, oneOf } from './labels.ts'
import { other } from './mappings.ts'
import { createModelSeries } from './model-series.ts'
import { metricsConfig, type MetricsOptions } from './options.ts'
import { lazy, remembered } from './remembered.ts'
import type { MetricsRequest } from './request.ts'
import { createSeries, type Exemplar } from './series.ts'

/** What a budget did, as `@reason/budget` tells it: `reasoning_budget_warning`, `_exceeded`, `_refused`, `_store_failed`. Others are `other`. */
export interface BudgetEvent {
  type: string
  /** Whose budget: a session's, a key's, a team's. */
  balance?: { scope: string }
  refusal?: { scope?: string }
}

/** What changed since the last time, and how things stand. */
export interface TraceStoreState {
  up?: boolean
  queueLength?: number
  journalBytes?: number
  /** Stored traces that were found to be damaged. */
  unreadable?: number
  /** To be added, not totals. */
  written?: number
  journaled?: number
  dropped?: number
  failed?: number
}

/** An upstream, of several. */
export interface UpstreamStanding {
  /** As it is configured, never what a request says. */
  name: string
  /** Requests may go there. */
  up: boolean
  inFlight: number
  queued: number
}

export interface Metrics {
  /** The value of the label `model` under which a model was counted so far, else `other`. */
  modelLabel(name: string | undefined): string
  /**
   * For one generation: one that watches the model before policies, and one that watches what the client gets. Without the second it is counted
   * when the first is closed, and how it ended is what the model said.
   */
  observers(request: MetricsRequest): readonly [TimedObserver, Observer]
  /** For a Harmony parser that runs beside what splits the text for the client: counts what is of Harmony, and nothing else. */
  channels(request: MetricsRequest): Observer
  /** A model with channels was asked for a marker as well. `unneeded`: it used its channels. `ignored`: it used neither. */
  directive(event: { model?: string; outcome: 'unneeded' | 'used' | 'ignored' }): void
  /** A request came. @param request - The route is a pattern (`/v1/chat/completions`), never an address. */
  requestStarted(request: { route: string }): RequestTimer
  upstream(event: UpstreamEvent): void
  /** How all upstreams stand: those that are not named any more are forgotten. */
  upstreams(states: readonly UpstreamStanding[]): void
  budgetEvent(event: BudgetEvent): void
  replay(plan: Pick<ReplayPlan, 'decisions'>): void
  /** @param reason - `damaged`, `foreign`, `expired`, `unreadable`; anything else is `other`. */
  sealsLost(count: number, reason: string): void
  /** @param counts - How many of each type, as a `Redactor` says. */
  redactions(counts: Readonly<Record<string, number>>): void
  traceStore(state: TraceStoreState): void
}

/**
 * Prometheus series for generations and the gateway that they pass through, in the registry that is given.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 * @throws {TypeError} The registry has such metrics already, or exemplars are asked for and it is not of OpenMetrics.
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

/** What is too long to go with a number is left out: prom-client would throw, and the number be lost with it. */
function fitting(exemplar: Exemplar | undefined): Exemplar | undefined {
  if (exemplar === undefined) return undefined
  const length = Object.entries(exemplar).reduce((sum, [name, value]) => sum + name.length + `${value}`.length, 0)
  return length > maxExemplarChars ? undefined : exemplar
}

/** As OpenMetrics has it. */
const maxExemplarChars = 128

const upstreamGauges = ['upstream_up', 'upstream_requests_in_flight', 'upstream_queue_length'] as const

const traceOutcomes = ['written', 'journaled', 'dropped', 'failed'] as const
type TraceOutcome = (typeof traceOutcomes)[number]

const directiveOutcomes = labelValues('marker_directives_total', 'outcome')
const budgetScopes = labelValues('budget_events_total', 'scope')
const budgetEvents = labelValues('budget_events_total', 'event')
const replayActions = labelValues('replay_decisions_total', 'action')
const sealLosses = labelValues('seals_lost_total', 'reason')
