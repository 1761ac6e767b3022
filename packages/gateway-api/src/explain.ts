import * as z from 'zod'
import { count } from './shapes.ts'

const verdict = z.enum(['taken', 'refused'])

const start = z
  .object({ start: z.enum(['reasoning', 'answer', 'unknown']), by: z.string() })
  .nullable()
  .meta({ description: 'Where the text begins, and what says so. null: its adapter does not ask.' })

/** Statistics of a model's earlier answers. */
export const seen = z
  .object({
    fields: count,
    openers: count,
    closers: count,
    plain: count,
    hadClosers: z.boolean(),
    contradicted: z.boolean(),
    leaked: z.literal(true).optional(),
    alwaysFields: z.boolean(),
  })
  .meta({ description: 'How many of the last answers had a reasoning field, began with an opener, had a closer alone, or none of these.' })

const evidence = z.object({ asked: z.string().meta({ description: 'Method and path.' }), told: z.string() })

/** Facts that a server reports about itself. */
export const serverFacts = z.object({
  server: z.string(),
  build: z.string().nullable(),
  model: z.string().nullable(),
  splits: z.boolean().nullable().meta({ description: 'Whether it sends reasoning in a field of its own.' }),
  evidence: z.array(evidence).readonly(),
})

const withTools = z.literal(true).exactOptional().meta({ description: 'Beside tools alone.' })

/** A limit of a model, learned from a model list or an error of its provider. */
export const modelLimit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('efforts'), efforts: z.array(z.string()).readonly() }).meta({ description: 'The efforts that it takes.' }),
  z.object({ kind: z.literal('thinking-type'), type: z.string() }).meta({ description: 'A value of `thinking.type` that it refuses.' }),
  z.object({ kind: z.literal('mandatory') }).meta({ description: 'It always thinks.' }),
  z.object({ kind: z.literal('without'), path: z.string(), withTools }).meta({ description: 'A setting that it refuses.' }),
  z
    .object({ kind: z.literal('value'), path: z.string(), value: z.string(), withTools })
    .meta({ description: 'The only value that it takes of a setting.' }),
  z.object({ kind: z.literal('renamed'), path: z.string(), to: z.string() }),
  z.object({ kind: z.literal('thoughts-back') }).meta({ description: 'It wants a thought with each call of the history.' }),
  z.object({ kind: z.literal('streams') }).meta({ description: 'It answers in streams alone.' }),
  z.object({ kind: z.literal('streams-to-think') }).meta({ description: 'It thinks in streams alone.' }),
  z
    .object({ kind: z.literal('exclusive'), kept: z.string(), left: z.string() })
    .meta({ description: 'Two settings of which it takes one.' }),
])

const explainedUpstream = z.object({
  upstream: z.string(),
  address: z.string(),
  format: z.string(),
  provider: z.string().nullable(),
  model: z.string().meta({ description: 'What the upstream calls it.' }),
  limits: z.array(modelLimit).readonly(),
  splitting: z.object({
    adapter: z.string(),
    native: z.boolean().meta({ description: 'The wire has fields of its own for reasoning.' }),
    candidates: z.array(z.object({ id: z.string(), verdict, reason: z.string() })).readonly(),
    flags: z.record(z.string(), z.object({ value: z.boolean(), source: z.string() })),
  }),
  start: z.object({
    full: start.meta({ description: 'Where the client may see reasoning.' }),
    none: start.meta({ description: 'Where the client may not see reasoning.' }),
    seen: seen.nullable(),
    server: serverFacts.nullable(),
  }),
  verdict,
  reason: z.string(),
  group: count.exactOptional().meta({ description: 'Upstreams of one group are of the same rank; the first is asked first.' }),
})

/** Response of `GET /api/explain`. */
export const explanation = z.object({
  model: z.string(),
  refusal: z
    .object({ code: z.string(), status: z.int(), message: z.string(), retryAfterSeconds: count.exactOptional() })
    .exactOptional()
    .meta({ description: 'Why no upstream would be asked.' }),
  upstreams: z.array(explainedUpstream),
})

export type ModelLimit = z.output<typeof modelLimit>
export type ServerFacts = z.output<typeof serverFacts>
export type ExplainedUpstream = z.output<typeof explainedUpstream>
export type Explanation = z.output<typeof explanation>
