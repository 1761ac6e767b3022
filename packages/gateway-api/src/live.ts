import * as z from 'zod'
import { balance } from './budgets.ts'
import { count, counts, time, tokenSource } from './shapes.ts'
import { storeState, upstreamView } from './health.ts'

/** Observations since the start. */
const distribution = z.object({
  bounds: z.array(z.number()).readonly().meta({ description: 'Upper bounds, in the unit of the metric.' }),
  counts: z.array(count).readonly().meta({ description: 'How many fell into each; the last one is beyond all bounds. Not cumulative.' }),
  sum: z.number(),
})

/** Tokens by channel. */
const writtenTokens = z.object({ reasoning: count, commentary: count, answer: count })

const modelTokens = writtenTokens.extend({ input: count })

/** State of the gateway at one moment. All values except `inFlight` grow since the start, so rates are differences. */
export const sample = z.object({
  at: time,
  inFlight: z.number(),
  requests: counts.meta({ description: 'By class of status.' }),
  generations: counts.meta({ description: 'By how they ended.' }),
  tokens: z.record(z.string(), modelTokens).meta({ description: 'By model.' }),
  written: z
    .record(z.string(), writtenTokens)
    .meta({ description: 'By model, with running generations, estimated. Long ago: of all models, under `all`.' }),
  firstReasoning: distribution.meta({ description: 'Seconds.' }),
  firstAnswer: distribution,
  ratio: distribution.meta({ description: 'Reasoning among all visible tokens of a request, 0 to 1.' }),
  overhead: z.record(z.string(), distribution).meta({ description: 'Seconds that the gateway itself added, by stage.' }),
  leaks: counts,
  anomalies: counts,
  truncations: counts,
  warnings: counts,
  upstreamOutcomes: counts.meta({ description: 'Of requests to upstreams.' }),
  redactions: counts,
})

/** A finished generation, without its text. */
export const generationLine = z.object({
  trace: z.string().nullable().meta({ description: 'Id of its trace. null: none was stored.' }),
  at: time.meta({ description: 'When it was over, in Unix milliseconds.' }),
  model: z.string().nullable(),
  session: z.string().nullable(),
  key: z.string().nullable(),
  outcome: z.string().nullable().meta({ description: 'Why it ended, in the words of traces.' }),
  status: z.int(),
  ms: z.number().meta({ description: 'From the request to the end of its answer.' }),
  firstReasoningMs: z.number().nullable().meta({ description: 'null: there was none, or the answer was not streamed.' }),
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
  times: count.meta({ description: 'How often it happened so far.' }),
})

/** Examples behind the numbers of a sample, which have only labels. */
const examples = z.object({
  models: z
    .record(z.string(), z.array(z.string()).readonly())
    .meta({ description: 'By label: the names that were asked for, the latest first.' }),
  traces: z.record(z.string(), z.string()).meta({ description: 'By code of a warning or reason of a leak: its latest trace.' }),
})

const liveUpstream = upstreamView.extend({
  priority: z.number(),
  weight: z.number(),
  concurrency: z.number().meta({ description: 'Requests at once. 0: any number.' }),
  failureRate: z.number().meta({ description: '0 to 1, of the window.' }),
  firstByteMs: z.number().exactOptional(),
  counts: z.object({ sent: count, succeeded: count, failed: count, turnedAway: count, slowStarts: count }),
})

const liveBalance = balance.extend({ key: z.string().nullable().meta({ description: 'The key of the session.' }) })

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
  everyMs: z.number().meta({ description: 'Between two states.' }),
  since: time.meta({ description: 'When this configuration began to hold.' }),
  configuration: z.string(),
  history: z.array(sample).readonly().meta({ description: 'Of six hours at most, the oldest first. Long ago, samples are further apart.' }),
  generations: z.array(generationLine).readonly().meta({ description: 'The latest last.' }),
  budgetEvents: z.array(budgetLine).readonly().meta({ description: 'The latest last.' }),
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
