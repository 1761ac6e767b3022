import * as z from 'zod'
import { blockOrigins } from '@reason/core/result'
import { count, time, tokenSource } from './shapes.ts'

/** Text fields of a filter in a query string. */
export const traceTexts = ['session', 'run', 'request', 'tenant', 'model', 'provider', 'outcome', 'class', 'key'] as const
/** Number fields of a filter. */
export const traceNumbers = [
  'since',
  'until',
  'minLeakScore',
  'minReasoningTokens',
  'maxReasoningTokens',
  'minTotalTokens',
  'maxTotalTokens',
] as const

const tokens = z.object({ value: z.number(), source: tokenSource })
const channel = z.enum(['reasoning', 'commentary', 'answer'])

const tracedBlock = z.object({
  choice: count.exactOptional().meta({ description: 'Index of the choice. Absent: 0.' }),
  block: count,
  channel,
  kind: z.enum(['raw', 'summary', 'hidden', 'refusal', 'tool-text']).exactOptional(),
  origin: z.enum(blockOrigins).exactOptional().meta({ description: 'Source of the text. Absent in older traces.' }),
  boundary: z.string().meta({ description: 'Reason for the end of the block.' }),
  terminator: z.string().exactOptional(),
  chars: count,
})

/** A stored generation, as in lists. */
export const traceSummary = z.object({
  id: z.string(),
  createdAt: time.meta({ description: 'Creation time, in Unix milliseconds.' }),
  sessionKey: z.string().nullable(),
  runId: z.string().nullable(),
  requestId: z.string().nullable(),
  tenant: z.string().nullable(),
  model: z.string().nullable().meta({ description: 'Name of the model in the request.' }),
  provider: z.string().nullable(),
  adapter: z.string().nullable(),
  adapterVersion: z.string().nullable(),
  policyVersion: z.string().nullable(),
  class: z.string().meta({ description: 'Retention class.' }),
  mode: z.enum(['metadata', 'redacted', 'full']),
  outcome: z.string(),
  reasoningTokens: z.number().nullable(),
  reasoningTokensSource: tokenSource.nullable(),
  totalTokens: z.number().nullable(),
  durationMs: z.number().nullable(),
  answerHash: z.string().nullable().meta({ description: 'SHA-256 of the answer that the client received, in hex.' }),
  answerChars: z.number().nullable(),
  channels: z.partialRecord(channel, z.object({ chars: count, tokens: tokens.exactOptional() })),
  usage: z.object({
    input: tokens.exactOptional(),
    output: tokens.exactOptional(),
    reasoning: tokens.exactOptional(),
    cached: tokens.exactOptional(),
    total: tokens.exactOptional(),
  }),
  timings: z
    .object({
      firstReasoningMs: z.number().exactOptional(),
      firstAnswerMs: z.number().exactOptional(),
      firstToolCallMs: z.number().exactOptional(),
      reasoningMs: z.number().exactOptional(),
    })
    .meta({ description: 'Milliseconds since the request. Absent: the event did not happen.' }),
  boundaries: z.array(tracedBlock),
  warnings: z.array(z.object({ code: z.string(), count, message: z.string().exactOptional() })),
  errors: z.array(z.object({ code: z.string().exactOptional(), status: z.number().exactOptional(), message: z.string().exactOptional() })),
  toolCalls: z.array(z.object({ id: z.string().exactOptional(), name: z.string(), chars: count })),
  seals: z.array(z.object({ kind: z.string(), sha256: z.string(), chars: count, wire: z.string(), provider: z.string().exactOptional() })),
  leakScore: z.number().nullable().meta({ description: 'Leak score, 0 to 1. null: no leak detection ran.' }),
  redactions: z.record(z.string(), z.number()).meta({ description: 'Number of redacted values, by type.' }),
  redactedBy: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
})

/** Response of `GET /api/traces/{id}`. */
export const trace = traceSummary.extend({
  reasoningText: z.string().nullable().meta({ description: 'Text of the reasoning. null: the trace stores no text.' }),
})

/** A part of the text around the matches. Plain text. */
const snippet = z.object({
  text: z.string(),
  ranges: z.array(z.object({ start: count, end: count })).meta({ description: 'Matches in `text`, in order, in UTF-16 units.' }),
  offset: count.meta({ description: 'Offset of `text` in the whole reasoning, in UTF-16 units.' }),
  cutBefore: z.boolean(),
  cutAfter: z.boolean(),
})

/** Response of `GET /api/traces`: summaries, or hits of a search. */
export const tracePage = z.object({
  items: z.array(z.union([traceSummary, z.object({ trace: traceSummary, snippet })])),
  next: z.string().exactOptional().meta({ description: 'Value of `after` for the next page. Absent: this is the last page.' }),
  unreadable: count.exactOptional().meta({ description: 'Number of damaged traces that are left out. Absent: none.' }),
})

/** Response of `DELETE /api/sessions/{session}/traces`. */
export const deletedTraces = z.object({ deleted: count })

export type TokenCount = z.output<typeof tokens>
export type TracedBlock = z.output<typeof tracedBlock>
export type TraceSummary = z.output<typeof traceSummary>
export type Trace = z.output<typeof trace>
export type Snippet = z.output<typeof snippet>
export type TracePage = z.output<typeof tracePage>
