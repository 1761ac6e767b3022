import { warningCodes } from '@reason/core/warnings'
import { anomalyTypes, harmonyErrors, leakReasons, other, snake, splitters, truncations } from './mappings.ts'

export interface MetricDefinition {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  /** Help text in Prometheus and text of the README, in one sentence. */
  help: string
  /** Every label with all its values, or with a description of their bound. */
  labels: Readonly<Record<string, readonly string[] | string>>
  /** Histograms only: upper bounds, ascending, in the unit of the name. */
  buckets?: readonly number[]
  /** True if the metric starts with 0 for every combination of labels, because metrics with alerts must exist before an incident. */
  zero?: true
  /** Gauges only: aggregation over several processes. Default: the sum. */
  aggregator?: 'min'
}

const model = 'the first 100 names that match `models`, else `other`'
const provider = 'the `providers` allow-list, else `other`'
const upstream = 'the first 64 upstreams, else `other`'
const source = ['reported', 'estimated'] as const

/** Buckets of OpenTelemetry's conventions for the time to the first token, extended to a client that gives up. */
const firstBuckets = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 320]
const durationBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320, 640]

/** All metrics of this package. The objects are created from the table, and the README, the dashboard and the alerts are checked against it. */
export const metricDefinitions = [
  {
    name: 'generations_total',
    type: 'counter',
    help: 'Generations by finish reason. Each choice counts. `error` includes broken responses; `aborted`: the client or a governor ended it.',
    labels: {
      model,
      provider,
      finish: [
        'stop',
        'length',
        'tool_calls',
        'content_filter',
        'refusal',
        'error',
        'aborted',
        'no_final',
        'reasoning_exhausted',
        'unknown',
      ],
    },
  },
  {
    name: 'truncations_total',
    type: 'counter',
    help: 'Generations that were cut off, by cause. `aborted`: the client disconnected, or a governor ended it.',
    labels: { model, provider, cause: [...truncations].map(snake) },
  },
  {
    name: 'generation_warnings_total',
    type: 'counter',
    help: 'Warnings of all kinds, as docs/reference/warnings.md lists them.',
    labels: { code: [...Object.keys(warningCodes).map(snake), other] },
  },
  {
    name: 'input_tokens_total',
    type: 'counter',
    help: 'Input tokens, where the provider reports them.',
    labels: { model, provider },
  },
  {
    name: 'cached_input_tokens_total',
    type: 'counter',
    help: "Input tokens from the provider's cache, where it reports them.",
    labels: { model, provider },
  },
  {
    name: 'output_tokens_total',
    type: 'counter',
    help: 'Billed output tokens of all kinds, reasoning and tool calls included, where the provider reports them.',
    labels: { model, provider },
  },
  {
    name: 'reasoning_tokens_total',
    type: 'counter',
    help: 'Reasoning tokens: reported by the provider, else estimated from the text, but never from a summary.',
    labels: { model, provider, source },
  },
  {
    name: 'answer_tokens_total',
    type: 'counter',
    help: 'Answer tokens: the reported output minus reasoning, or estimated from the text if the output also has calls or commentary.',
    labels: { model, provider, source },
  },
  {
    name: 'commentary_tokens_total',
    type: 'counter',
    help: 'Commentary tokens, always estimated from the text, because no provider reports them.',
    labels: { model, provider, source: ['estimated'] },
  },
  {
    name: 'tokens_in_flight',
    type: 'gauge',
    help: 'Tokens of running generations, estimated from their text. Counters include them at the end.',
    labels: { model, channel: ['reasoning', 'commentary', 'answer'] },
  },
  {
    name: 'reasoning_ratio',
    type: 'histogram',
    help: 'Share of reasoning in the visible tokens of a request, 0 to 1.',
    labels: { model, provider },
    buckets: [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1],
  },
  {
    name: 'reasoning_ratio_alert_total',
    type: 'counter',
    help: 'Requests whose reasoning ratio was outside the configured bounds.',
    labels: { bucket: ['above', 'below'] },
    zero: true,
  },
  {
    name: 'reasoning_none_total',
    type: 'counter',
    help: 'Generations without reasoning text where it was expected.',
    labels: { reason: ['disabled', 'not_reported', 'no_structure', 'empty', 'absent'] },
  },
  {
    name: 'time_to_first_reasoning_seconds',
    type: 'histogram',
    help: 'Time from the start of a streamed request to its first reasoning text.',
    labels: { model, provider },
    buckets: firstBuckets,
  },
  {
    name: 'time_to_first_answer_seconds',
    type: 'histogram',
    help: 'Time from the start of a streamed request to its first answer text.',
    labels: { model, provider },
    buckets: firstBuckets,
  },
  {
    name: 'reasoning_duration_seconds',
    type: 'histogram',
    help: 'Time from the first reasoning of a streamed request to the end of its last reasoning block.',
    labels: { model, provider },
    buckets: durationBuckets,
  },
  {
    name: 'inter_token_gap_seconds',
    type: 'histogram',
    help: 'Time between two pieces of text or tool call in a streamed request.',
    labels: { model, provider },
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  {
    name: 'reasoning_leak_total',
    type: 'counter',
    help: 'Reasoning or its markup in the answer, by delivery mode and adapter.',
    labels: { mode: ['off', 'on', 'stream', other], reason: Object.values(leakReasons), splitter: [...splitters, other] },
    zero: true,
  },
  {
    name: 'channel_merge_anomaly_total',
    type: 'counter',
    help: 'Text in the wrong place: after the final message or the finish, or of another channel in the answer.',
    labels: { type: anomalyTypes },
    zero: true,
  },
  {
    name: 'ngram_suppressions_total',
    type: 'counter',
    help: 'Repeated runs of words that were removed.',
    labels: { channel: ['reasoning', 'commentary', 'answer', other] },
  },
  {
    name: 'harmony_channel_messages_total',
    type: 'counter',
    help: 'Harmony messages by channel. `tool`: messages with a recipient.',
    labels: { channel: ['analysis', 'commentary', 'final', 'tool'] },
  },
  {
    name: 'harmony_unexpected_order_total',
    type: 'counter',
    help: 'Harmony messages in the wrong order. `final_before_analysis` counts only above low effort.',
    labels: { type: ['analysis_after_final', 'final_before_analysis'] },
  },
  {
    name: 'harmony_channel_parse_errors_total',
    type: 'counter',
    help: 'Damaged Harmony headers and messages.',
    labels: { kind: [...harmonyErrors].map(snake) },
  },
  {
    name: 'harmony_marker_fallback_total',
    type: 'counter',
    help: 'Generations in an unknown format, split by the fallback adapter, by the event that ended the wait.',
    labels: { reason: ['timeout', 'window', 'end_of_text', 'no_structure', other] },
  },
  {
    name: 'marker_directives_total',
    type: 'counter',
    help: 'Answers of models with channels, with a marker directive: they used channels (unneeded), the marker, or neither (ignored).',
    labels: { model, outcome: ['unneeded', 'used', 'ignored', other] },
  },
  {
    name: 'seals_received_total',
    type: 'counter',
    help: 'Signatures and encrypted values from providers.',
    labels: { kind: ['signature', 'encrypted', 'redacted', 'thought_signature', other] },
  },
  {
    name: 'seals_lost_total',
    type: 'counter',
    help: 'Seals that could not go back to their issuer.',
    labels: { reason: ['damaged', 'foreign', 'expired', 'unreadable', other] },
    zero: true,
  },
  {
    name: 'replay_decisions_total',
    type: 'counter',
    help: 'Decisions about earlier reasoning when a conversation goes back to a provider.',
    labels: { action: ['kept', 'dropped', 'downgraded', 'added', 'moved', 'refused', other] },
    zero: true,
  },
  {
    name: 'budget_events_total',
    type: 'counter',
    help: 'Budget events: a warning mark or limit was crossed, a generation refused, or the store failed.',
    labels: { scope: ['session', 'key', 'team', other], event: ['warning', 'exceeded', 'refused', 'store_failed', other] },
    zero: true,
  },
  {
    name: 'redactions_total',
    type: 'counter',
    help: 'Secrets and personal data that were removed before text was stored.',
    labels: { type: 'the first 32 types of the redactor, else `other`' },
  },
  {
    name: 'trace_store_up',
    type: 'gauge',
    help: '1 while the trace store accepts writes, 0 while it does not.',
    labels: {},
    aggregator: 'min',
  },
  {
    name: 'trace_queue_length',
    type: 'gauge',
    help: 'Traces in the write queue.',
    labels: {},
  },
  {
    name: 'trace_journal_bytes',
    type: 'gauge',
    help: 'Size of the journal that stores traces while the database is down.',
    labels: {},
  },
  {
    name: 'trace_rows_unreadable',
    type: 'gauge',
    help: 'Damaged traces found since the start. Lists, searches and exports leave them out.',
    labels: {},
  },
  {
    name: 'trace_writes_total',
    type: 'counter',
    help: 'Traces by outcome. `journaled`: waits for the database; `dropped`: the queue was full; `failed`: lost for another reason.',
    labels: { outcome: ['written', 'journaled', 'dropped', 'failed'] },
    zero: true,
  },
  {
    name: 'gateway_requests_total',
    type: 'counter',
    help: 'Answered requests, by class of status. `aborted`: the client disconnected first.',
    labels: { route: 'the first 64 routes, else `other`', status: ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] },
  },
  {
    name: 'gateway_requests_in_flight',
    type: 'gauge',
    help: 'Requests in progress.',
    labels: {},
  },
  {
    name: 'gateway_request_duration_seconds',
    type: 'histogram',
    help: 'Time from the arrival of a request to the end of its answer.',
    labels: { route: 'the first 64 routes, else `other`' },
    buckets: durationBuckets,
  },
  {
    name: 'gateway_overhead_seconds',
    type: 'histogram',
    help: 'Time that the gateway added: before the upstream request, before it forwarded the first event, and after the last event.',
    labels: { stage: ['before_upstream', 'first_event', 'after_upstream'] },
    buckets: [0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1],
  },
  {
    name: 'upstream_requests_total',
    type: 'counter',
    help: 'Upstream requests, by outcome. Each retry counts.',
    labels: {
      provider,
      upstream,
      outcome: ['ok', 'rate_limited', 'client_error', 'server_error', 'timeout', 'network', 'protocol', 'aborted', other],
    },
  },
  {
    name: 'upstream_response_seconds',
    type: 'histogram',
    help: 'Time from an upstream request to the headers of its response.',
    labels: { provider, upstream },
    buckets: firstBuckets,
  },
  {
    name: 'upstream_up',
    type: 'gauge',
    help: '1 while an upstream gets requests, 0 while its circuit is open. Only with several upstreams.',
    labels: { upstream },
    aggregator: 'min',
  },
  {
    name: 'upstream_requests_in_flight',
    type: 'gauge',
    help: 'Requests in progress at an upstream. Only with several upstreams.',
    labels: { upstream },
  },
  {
    name: 'upstream_queue_length',
    type: 'gauge',
    help: 'Requests in the queue of an upstream. A request in several queues counts in each. Only with several upstreams.',
    labels: { upstream },
  },
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
