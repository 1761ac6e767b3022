import { finishReasons } from '@reason/core/parts'
import { warningCodes } from '@reason/core/warnings'
import { anomalyTypes, harmonyErrors, leakReasons, other, snake, splitters, truncations } from './mappings.ts'

export interface MetricDefinition {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  /** Help text in Prometheus and in docs/reference/metrics.md, in one sentence. */
  help: string
  /** Every label with all its values, or with a description of their bound. */
  labels: Readonly<Record<string, readonly string[] | string>>
  /** Histograms only: upper bounds, ascending, in the unit of the name. */
  buckets?: readonly number[]
  /** True if the metric starts with 0 for every combination of labels. */
  zero?: true
  /** Gauges only: aggregation over several processes. Default: the sum. */
  aggregator?: 'min'
}

const model = 'the first 100 names that match `models`, else `other`'
const provider = 'the `providers` allow-list, else `other`'
const perModel = { model, provider }
const upstream = 'the first 64 upstreams, else `other`'
const source = ['reported', 'estimated'] as const

/** Buckets of OpenTelemetry's conventions for the time to the first token, extended to a client that gives up. */
const firstBuckets = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 320]
const durationBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640]

type Labels = MetricDefinition['labels']

const counter = <const Name extends string, const Of extends Labels>(name: Name, help: string, labels: Of) =>
  ({ name, type: 'counter', help, labels }) as const

/** A counter that starts with 0 for every combination of labels, because an alert on it must find it before an incident. */
const alarm = <const Name extends string, const Of extends Labels>(name: Name, help: string, labels: Of) =>
  ({ ...counter(name, help, labels), zero: true }) as const

const gauge = <const Name extends string, const Of extends Labels>(name: Name, help: string, labels: Of) =>
  ({ name, type: 'gauge', help, labels }) as const

/** A gauge of 1 or 0, of which several processes report the smallest. */
const isUp = <const Name extends string, const Of extends Labels>(name: Name, help: string, labels: Of) =>
  ({ ...gauge(name, help, labels), aggregator: 'min' }) as const

const histogram = <const Name extends string, const Of extends Labels>(name: Name, help: string, labels: Of, buckets: readonly number[]) =>
  ({ name, type: 'histogram', help, labels, buckets }) as const

/** All metrics of this package. The objects and the reference are created from the table, and the dashboard and the alerts are checked against it. */
export const metricDefinitions = [
  counter(
    'generations_total',
    'Generations by finish reason. Each choice counts. `error` includes broken responses; `aborted`: the client or a governor ended it.',
    { ...perModel, finish: finishReasons.map(snake) },
  ),
  counter('truncations_total', 'Generations that were cut off, by cause. `aborted`: the client disconnected, or a governor ended it.', {
    ...perModel,
    cause: [...truncations].map(snake),
  }),
  counter('generation_warnings_total', 'Warnings of all kinds, as docs/reference/warnings.md lists them.', {
    code: [...Object.keys(warningCodes).map(snake), other],
  }),
  counter('input_tokens_total', 'Input tokens, where the provider reports them.', perModel),
  counter('cached_input_tokens_total', "Input tokens from the provider's cache, where it reports them.", perModel),
  counter(
    'output_tokens_total',
    'Billed output tokens of all kinds, reasoning and tool calls included, where the provider reports them.',
    perModel,
  ),
  counter('reasoning_tokens_total', 'Reasoning tokens: reported by the provider, else estimated from the text, but never from a summary.', {
    ...perModel,
    source,
  }),
  counter(
    'answer_tokens_total',
    'Answer tokens: the reported output minus reasoning, or estimated from the text if the output also has calls or commentary.',
    { ...perModel, source },
  ),
  counter('commentary_tokens_total', 'Commentary tokens, always estimated from the text, because no provider reports them.', {
    ...perModel,
    source: ['estimated'],
  }),
  gauge('tokens_in_flight', 'Tokens of running generations, estimated from their text. Counters include them at the end.', {
    model,
    channel: ['reasoning', 'commentary', 'answer'],
  }),
  histogram(
    'reasoning_ratio',
    'Share of reasoning in the visible tokens of a request, 0 to 1.',
    perModel,
    [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1],
  ),
  alarm('reasoning_ratio_alert_total', 'Requests whose reasoning ratio was outside the configured bounds.', { bucket: ['above', 'below'] }),
  counter('reasoning_none_total', 'Generations without reasoning text where it was expected.', {
    reason: ['disabled', 'not_reported', 'no_structure', 'empty', 'absent'],
  }),
  histogram(
    'time_to_first_reasoning_seconds',
    'Time from the start of a streamed request to its first reasoning text.',
    perModel,
    firstBuckets,
  ),
  histogram('time_to_first_answer_seconds', 'Time from the start of a streamed request to its first answer text.', perModel, firstBuckets),
  histogram(
    'reasoning_duration_seconds',
    'Time from the first reasoning of a streamed request to the end of its last reasoning block.',
    perModel,
    durationBuckets,
  ),
  histogram(
    'inter_token_gap_seconds',
    'Time between two pieces of text or tool call in a streamed request.',
    perModel,
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  ),
  alarm('reasoning_leak_total', 'Reasoning or its markup in the answer, by delivery mode and adapter.', {
    mode: ['off', 'on', 'stream', other],
    reason: Object.values(leakReasons),
    splitter: [...splitters, other],
  }),
  alarm(
    'channel_merge_anomaly_total',
    'Text in the wrong place: after the final message or the finish, or of another channel in the answer.',
    { type: anomalyTypes },
  ),
  counter('ngram_suppressions_total', 'Repeated runs of words that were removed.', {
    channel: ['reasoning', 'commentary', 'answer', other],
  }),
  counter('harmony_channel_messages_total', 'Harmony messages by channel. `tool`: messages with a recipient.', {
    channel: ['analysis', 'commentary', 'final', 'tool'],
  }),
  counter('harmony_unexpected_order_total', 'Harmony messages in the wrong order. `final_before_analysis` counts only above low effort.', {
    type: ['analysis_after_final', 'final_before_analysis'],
  }),
  counter('harmony_channel_parse_errors_total', 'Damaged Harmony headers and messages.', { kind: [...harmonyErrors].map(snake) }),
  counter(
    'harmony_marker_fallback_total',
    'Generations in an unknown format, split by the fallback adapter, by the event that ended the wait.',
    { reason: ['timeout', 'window', 'end_of_text', 'no_structure', other] },
  ),
  counter(
    'marker_directives_total',
    'Answers of models with channels, with a marker directive: they used channels (unneeded), the marker, or neither (ignored).',
    { model, outcome: ['unneeded', 'used', 'ignored', other] },
  ),
  counter('seals_received_total', 'Signatures and encrypted values from providers.', {
    kind: ['signature', 'encrypted', 'redacted', 'thought_signature', other],
  }),
  alarm('seals_lost_total', 'Seals that could not go back to their issuer.', {
    reason: ['damaged', 'foreign', 'expired', 'unreadable', other],
  }),
  alarm('replay_decisions_total', 'Decisions about earlier reasoning when a conversation goes back to a provider.', {
    action: ['kept', 'dropped', 'downgraded', 'added', 'moved', 'refused', other],
  }),
  alarm('budget_events_total', 'Budget events: a warning mark or limit was crossed, a generation refused, or the store failed.', {
    scope: ['session', 'key', 'team', other],
    event: ['warning', 'exceeded', 'refused', 'store_failed', other],
  }),
  counter('redactions_total', 'Secrets and personal data that were removed before text was stored.', {
    type: 'the first 32 types of the redactor, else `other`',
  }),
  isUp('trace_store_up', '1 while the trace store accepts writes, 0 while it does not.', {}),
  gauge('trace_queue_length', 'Traces in the write queue.', {}),
  gauge('trace_journal_bytes', 'Size of the journal that stores traces while the database is down.', {}),
  gauge('trace_rows_unreadable', 'Damaged traces found since the start. Lists, searches and exports leave them out.', {}),
  alarm(
    'trace_writes_total',
    'Traces by outcome. `journaled`: waits for the database; `dropped`: the queue was full; `failed`: lost for another reason.',
    { outcome: ['written', 'journaled', 'dropped', 'failed'] },
  ),
  counter('gateway_requests_total', 'Answered requests, by class of status. `aborted`: the client disconnected first.', {
    route: 'the first 64 routes, else `other`',
    status: ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'],
  }),
  gauge('gateway_requests_in_flight', 'Requests in progress.', {}),
  histogram(
    'gateway_request_duration_seconds',
    'Time from the arrival of a request to the end of its answer.',
    { route: 'the first 64 routes, else `other`' },
    durationBuckets,
  ),
  histogram(
    'gateway_overhead_seconds',
    'Time that the gateway added: before the upstream request, before it forwarded the first event, and after the last event.',
    { stage: ['before_upstream', 'first_event', 'after_upstream'] },
    [0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  ),
  counter('upstream_requests_total', 'Upstream requests, by outcome. Each retry counts.', {
    provider,
    upstream,
    outcome: ['ok', 'rate_limited', 'client_error', 'server_error', 'timeout', 'network', 'protocol', 'aborted', other],
  }),
  histogram(
    'upstream_response_seconds',
    'Time from an upstream request to the headers of its response.',
    { provider, upstream },
    firstBuckets,
  ),
  isUp('upstream_up', '1 while an upstream gets requests, 0 while its circuit is open. Only with several upstreams.', { upstream }),
  gauge('upstream_requests_in_flight', 'Requests in progress at an upstream. Only with several upstreams.', { upstream }),
  gauge(
    'upstream_queue_length',
    'Requests in the queue of an upstream. A request in several queues counts in each. Only with several upstreams.',
    { upstream },
  ),
] as const satisfies readonly MetricDefinition[]

type Definitions = (typeof metricDefinitions)[number]

export type MetricName<Type extends MetricDefinition['type'] = MetricDefinition['type']> = Extract<Definitions, { type: Type }>['name']

type LabelName<Name extends MetricName> = keyof Extract<Definitions, { name: Name }>['labels']

export type LabelsOf<Name extends MetricName> = Readonly<Record<LabelName<Name> & string, string>>

/** Returns all values of a label that has a fixed list. */
export function labelValues<Name extends MetricName>(name: Name, label: LabelName<Name> & string): readonly string[] {
  const labels: MetricDefinition['labels'] = metricDefinitions.find((definition) => definition.name === name)!.labels
  const values = labels[label]
  return typeof values === 'string' || values === undefined ? [] : values
}
