import * as z from 'zod'
import { balance } from './budgets.ts'
import { count, counts, time, tokenSource } from './shapes.ts'
import { storeState, upstreamView } from './health.ts'

/** Observations since the start. */
const distribution = z.object({
  bounds: z.array(z.number()).readonly().meta({ description: 'Upper bounds of the buckets, in the unit of the metric.' }),
  counts: z.array(count).readonly().meta({ description: 'Observations per bucket, not cumulative. The last bucket is above all bounds.' }),
  sum: z.number(),
})

const writtenTokens = z.object({ reasoning: count, commentary: count, answer: count })

const modelTokens = writtenTokens.extend({ input: count })

/** State of the gateway at one moment. All values except `inFlight` grow since the start, so rates are differences. */
export const sample = z.object({
  at: time,
  inFlight: z.number(),
  requests: counts.meta({ description: 'Requests by status class.' }),
  generations: counts.meta({ description: 'Generations by finish reason.' }),
  tokens: z.record(z.string(), modelTokens).meta({ description: 'Tokens by model.' }),
  written: z
    .record(z.string(), writtenTokens)
    .meta({ description: 'Estimated tokens by model, running generations included. Old samples have one sum under `all`.' }),
  firstReasoning: distribution.meta({ description: 'Time to first reasoning, in seconds.' }),
  firstAnswer: distribution,
  ratio: distribution.meta({ description: 'Share of reasoning in the visible tokens of a request, 0 to 1.' }),
  overhead: z.record(z.string(), distribution).meta({ description: 'Time that the gateway added, in seconds, by stage.' }),
  leaks: counts,
  anomalies: counts,
  truncations: counts,
  warnings: counts,
  upstreamOutcomes: counts.meta({ description: 'Upstream requests by outcome.' }),
  redactions: counts,
})

/** A finished generation, without its text. */
export const generationLine = z.object({
  trace: z.string().nullable().meta({ description: 'Id of the trace. null: no trace was stored.' }),
  at: time.meta({ description: 'Time of the end, in Unix milliseconds.' }),
  model: z.string().nullable(),
  session: z.string().nullable(),
  key: z.string().nullable(),
  outcome: z.string().nullable().meta({ description: 'Outcome, with the values that traces use.' }),
  status: z.int(),
  ms: z.number().meta({ description: 'Milliseconds from the request to the end of its answer.' }),
  firstReasoningMs: z
    .number()
    .nullable()
    .meta({ description: 'Milliseconds to the first reasoning. null: no reasoning, or the answer was not streamed.' }),
  firstAnswerMs: z.number().nullable(),
  reasoningTokens: z.number().nullable(),
  reasoningTokensSource: tokenSource.nullable(),
  totalTokens: z.number().nullable(),
  warnings: z.array(z.string()).readonly(),
})

/** A budget that crossed a line, or refused a request. */
export const budgetLine = z.object({
  at: time,
  what: z.enum(['warning', 'exceeded', 'refused', 'store_failed']),
  scope: z.string().nullable(),
  of: z.string().nullable(),
  used: z.number().nullable(),
  limit: z.number().nullable(),
  times: count.meta({ description: 'Number of occurrences since the start.' }),
})

/** Examples behind the numbers of a sample, which have only labels. */
const examples = z.object({
  models: z.record(z.string(), z.array(z.string()).readonly()).meta({ description: 'Requested model names by label, latest first.' }),
  traces: z.record(z.string(), z.string()).meta({ description: 'Id of the latest trace, by warning code or leak reason.' }),
})

const liveUpstream = upstreamView.extend({
  priority: z.number(),
  weight: z.number(),
  concurrency: z.number().meta({ description: 'Maximum of concurrent requests. 0: unlimited.' }),
  failureRate: z.number().meta({ description: 'Share of failed requests in the time window, 0 to 1.' }),
  firstByteMs: z.number().exactOptional(),
  counts: z.object({ sent: count, succeeded: count, failed: count, turnedAway: count, slowStarts: count }),
})

const liveBalance = balance.extend({ key: z.string().nullable().meta({ description: 'Id of the key that owns the session.' }) })

/** The changing state, which `/api/live` sends every two seconds. */
export const gatewayState = z.object({
  sample,
  upstreams: z.array(liveUpstream).readonly(),
  budgets: z.object({ store: z.string(), running: count, unsettled: count, counts, balances: z.array(liveBalance).readonly() }),
  traces: storeState,
  behind: examples,
})

/** The first event of `/api/live`. */
export const hello = z.object({
  version: z.string(),
  everyMs: z.number().meta({ description: 'Milliseconds between two `state` events.' }),
  since: time.meta({ description: 'Time at which this configuration took effect, in Unix milliseconds.' }),
  configuration: z.string(),
  history: z
    .array(sample)
    .readonly()
    .meta({ description: 'Samples of at most six hours, oldest first. Older samples have larger intervals.' }),
  generations: z.array(generationLine).readonly().meta({ description: 'Finished generations, latest last.' }),
  budgetEvents: z.array(budgetLine).readonly().meta({ description: 'Budget events, latest last.' }),
  state: gatewayState,
})

/** Events of `/api/live`: name and data. */
export const liveEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('hello'), data: hello }),
  z.object({ event: z.literal('state'), data: gatewayState }),
  z.object({ event: z.literal('generation'), data: generationLine }),
  z.object({ event: z.literal('budget'), data: budgetLine }),
  z.object({ event: z.literal('bye'), data: z.object({ message: z.string() }) }),
])

export type Distribution = z.output<typeof distribution>
export type WrittenTokens = z.output<typeof writtenTokens>
export type ModelTokens = z.output<typeof modelTokens>
export type Sample = z.output<typeof sample>
export type GenerationLine = z.output<typeof generationLine>
export type BudgetLine = z.output<typeof budgetLine>
export type Examples = z.output<typeof examples>
export type LiveUpstream = z.output<typeof liveUpstream>
export type LiveBalance = z.output<typeof liveBalance>
export type GatewayState = z.output<typeof gatewayState>
export type Hello = z.output<typeof hello>
export type LiveEvent = z.output<typeof liveEvent>
