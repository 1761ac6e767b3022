import * as z from 'zod'
import { count } from './shapes.ts'

const verdict = z.enum(['taken', 'refused'])

const start = z
  .object({ start: z.enum(['reasoning', 'answer', 'unknown']), by: z.string() })
  .nullable()
  .meta({ description: 'Channel in which the text begins, and the source of that fact. null: the adapter does not need it.' })

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
    obeysOff: z.literal(true).optional(),
    alwaysFields: z.boolean(),
  })
  .meta({
    description:
      'Numbers of recent answers with a reasoning field, with an opening tag at the start, with only a closing tag, or without any of these.',
  })

const evidence = z.object({ asked: z.string().meta({ description: 'Method and path of the query.' }), told: z.string() })

/** Facts that a server reports about itself. */
export const serverFacts = z.object({
  server: z.string(),
  build: z.string().nullable(),
  model: z.string().nullable(),
  splits: z.boolean().nullable().meta({ description: 'Whether the server sends reasoning in a separate field.' }),
  evidence: z.array(evidence).readonly(),
})

const withTools = z.literal(true).exactOptional().meta({ description: 'The limit applies only to requests with tools.' })
const withoutThinking = z.literal(true).exactOptional().meta({ description: 'The limit applies only to requests without thinking.' })

/** A limit of a model, learned from a model list or an error of its provider. */
export const modelLimit = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('efforts'), efforts: z.array(z.string()).readonly() })
    .meta({ description: 'Efforts that the model accepts.' }),
  z
    .object({ kind: z.literal('thinking-type'), type: z.string(), instead: z.literal('between_tools').exactOptional() })
    .meta({ description: 'Value of `thinking.type` that the model rejects, and the one that it accepts instead.' }),
  z.object({ kind: z.literal('mandatory') }).meta({ description: 'The model always thinks.' }),
  z.object({ kind: z.literal('without'), path: z.string(), withTools }).meta({ description: 'Parameter that the model rejects.' }),
  z
    .object({ kind: z.literal('value'), path: z.string(), value: z.union([z.string(), z.boolean()]), withTools })
    .meta({ description: 'Parameter for which the model accepts only this value.' }),
  z.object({ kind: z.literal('renamed'), path: z.string(), to: z.string() }),
  z
    .object({ kind: z.literal('at-most'), path: z.string(), most: count })
    .meta({ description: 'Largest number that the model accepts for this parameter.' }),
  z
    .object({ kind: z.literal('not'), path: z.string(), value: z.union([z.number(), z.string(), z.null()]), withoutThinking })
    .meta({ description: 'Value of a parameter that the model rejects. It accepts others.' }),
  z
    .object({ kind: z.literal('nested'), field: z.string() })
    .meta({ description: 'Field of messages, their content, or tools that the model rejects.' }),
  z.object({ kind: z.literal('tool-type'), type: z.string() }).meta({ description: 'Type of tools that the model rejects.' }),
  z.object({ kind: z.literal('no-instructions') }).meta({ description: 'The model accepts no system prompt.' }),
  z.object({ kind: z.literal('no-schema') }).meta({ description: 'The model accepts no JSON schema for its answer.' }),
  z.object({ kind: z.literal('schema-only') }).meta({ description: 'The model accepts JSON only with a schema.' }),
  z.object({ kind: z.literal('whole'), withTools }).meta({ description: 'The model does not support streaming.' }),
  z.object({ kind: z.literal('thoughts-back') }).meta({ description: 'The model requires the reasoning of each earlier tool call.' }),
  z.object({ kind: z.literal('streams') }).meta({ description: 'The model only supports streaming.' }),
  z.object({ kind: z.literal('streams-to-think') }).meta({ description: 'The model thinks only if the response is streamed.' }),
  z
    .object({ kind: z.literal('exclusive'), kept: z.string(), left: z.string() })
    .meta({ description: 'Two parameters that the model does not accept together.' }),
])

const explainedUpstream = z.object({
  upstream: z.string(),
  address: z.string(),
  format: z.string(),
  provider: z.string().nullable(),
  model: z.string().meta({ description: 'Name of the model at the upstream.' }),
  limits: z.array(modelLimit).readonly(),
  splitting: z.object({
    adapter: z.string(),
    native: z.boolean().meta({ description: 'Whether the wire format has a field for reasoning.' }),
    candidates: z.array(z.object({ id: z.string(), verdict, reason: z.string() })).readonly(),
    flags: z.record(z.string(), z.object({ value: z.boolean(), source: z.string() })),
  }),
  start: z.object({
    full: start.meta({ description: 'For clients that may see reasoning.' }),
    none: start.meta({ description: 'For clients that may not see reasoning.' }),
    seen: seen.nullable(),
    server: serverFacts.nullable(),
  }),
  verdict,
  reason: z.string(),
  group: count
    .exactOptional()
    .meta({ description: 'Rank of the upstream, from 0. Upstreams with the same number are equal; lower numbers are tried first.' }),
})

/** Response of `GET /api/explain`. */
export const explanation = z.object({
  model: z.string(),
  refusal: z
    .object({ code: z.string(), status: z.int(), message: z.string(), retryAfterSeconds: count.exactOptional() })
    .exactOptional()
    .meta({ description: 'Error that a request for this model would get, if no upstream can take it.' }),
  upstreams: z.array(explainedUpstream),
})

export type ModelLimit = z.output<typeof modelLimit>
export type ServerFacts = z.output<typeof serverFacts>
export type ExplainedUpstream = z.output<typeof explainedUpstream>
export type Explanation = z.output<typeof explanation>
