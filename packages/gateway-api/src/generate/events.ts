import { finishReasons, type FinishReason } from '@reason/core/parts'
import { blockOrigins } from '@reason/core/result'
import * as z from 'zod'
import { assistantMessage } from './request.ts'

const count = z.int().min(0)

const toolCall = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.string().meta({ description: 'Arguments as the model wrote them: usually JSON, not validated.' }),
})

const usage = z.object({
  input_tokens: count.optional(),
  output_tokens: count.optional().meta({ description: 'Output tokens, reasoning included.' }),
  reasoning_tokens: count.optional(),
  cached_tokens: count.optional(),
  total_tokens: count.optional(),
})

const warning = z.object({
  code: z.string().meta({ description: 'Code of the warning, from docs/reference/warnings.md.' }),
  message: z.string(),
})

const stats = z
  .object({
    reasoning_tokens: count
      .nullable()
      .meta({ description: 'null: unknown, because the provider reports no count and shows at most a summary.' }),
    reasoning_tokens_source: z.enum(['reported', 'estimated', 'implausible']).nullable().meta({
      description: 'reported: by the provider. estimated: four characters per token. implausible: the reported count is impossible.',
    }),
    charged_tokens: count.optional().meta({ description: 'Tokens charged to budgets for the reasoning. Absent if no budget applies.' }),
    commentary_tokens: count,
    final_tokens: count,
    reasoning_ratio: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'Share of reasoning in the tokens. null: the number of reasoning tokens is unknown.' }),
  })
  .meta({ description: 'Token counts from the provider. Counts without a report are estimates: four characters per token.' })

/** A finish reason of core, as this API spells it. */
type Snake<Word extends string> = Word extends `${infer Head}-${infer Rest}` ? `${Head}_${Rest}` : Word
const reasons = finishReasons.map((reason) => reason.replace('-', '_') as Snake<FinishReason>)

const failure = z.object({
  message: z.string(),
  type: z.string().optional(),
  code: z.union([z.string(), z.number()]).nullable(),
  param: z.string().nullable().optional(),
  status: z.int().optional().meta({ description: 'HTTP status that this error has before an answer begins.' }),
})

const origin = z.enum(blockOrigins).meta({
  description:
    'Source of the text. provider: a separate field or event of the provider. wire: the unchanged answer text. adapter: text that an adapter split off by its delimiters.',
})

const ofBlock = origin
  .optional()
  .meta({ description: 'Source of the text, as in `blocks` of `final`. Only on the first event of a block.' })

const outcome = {
  id: z.string(),
  model: z.string().nullable(),
  created: z.int().nullable().meta({ description: 'Creation time, in Unix seconds.' }),
  finish_reason: z.enum(reasons),
  refusal: z
    .object({ category: z.string().optional(), explanation: z.string().optional() })
    .optional()
    .meta({ description: 'Reason of the provider for refusing or withholding the answer. Below visibility full: only a known category.' }),
  answer: z.string(),
  commentary: z.string(),
  reasoning: z
    .string()
    .nullable()
    .meta({ description: 'Reasoning to keep in the history. null: policies drop it (the default), it is not visible, or none came.' }),
  tool_calls: z.array(toolCall),
  leak_detected: z.boolean().meta({ description: 'Whether the answer contains reasoning or its markup.' }),
  blocks: z
    .array(
      z.object({
        block: count,
        channel: z.enum(['reasoning', 'commentary', 'answer']),
        kind: z.enum(['raw', 'summary', 'hidden', 'refusal', 'tool-text']).optional(),
        origin,
      }),
    )
    .optional()
    .meta({ description: 'Blocks of text, in order.' }),
  stats,
  message: assistantMessage.meta({ description: 'The answer as a message, ready to append to the next request.' }),
}

/** Event of a stream. New types and fields may be added: ignore unknown ones. */
export const generateEvent = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('analysis'),
      block: count.meta({ description: 'Number of the block. All blocks of the answer share one count.' }),
      text: z.string(),
      kind: z
        .enum(['summary', 'hidden'])
        .optional()
        .meta({ description: 'Absent: the original reasoning. hidden: the model thinks and `text` is empty.' }),
      ms: z.number().min(0).optional().meta({ description: 'Duration of a hidden block in milliseconds, at its end.' }),
      origin: ofBlock,
    })
    .meta({ description: 'A piece of visible reasoning.' }),
  z
    .object({ type: z.literal('commentary'), text: z.string(), origin: ofBlock })
    .meta({ description: 'A piece of commentary: text for the user beside the answer.' }),
  z
    .object({ type: z.literal('token'), text: z.string(), kind: z.literal('refusal').optional(), origin: ofBlock })
    .meta({ description: 'A piece of the answer, of any length above 0.' }),
  z.object({ type: z.literal('tool_call'), ...toolCall.shape }).meta({ description: 'A complete tool call.' }),
  z
    .object({ type: z.literal('warning'), ...warning.shape })
    .meta({ description: 'A warning, such as a budget, a cap or a guard that changed the answer.' }),
  z
    .object({ type: z.literal('usage'), usage })
    .meta({ description: 'Token counts of the provider, at most once, before `final` or `error`.' }),
  z.object({ type: z.literal('final'), ...outcome }).meta({ description: 'End of a successful generation.' }),
  z.object({ type: z.literal('error'), error: failure }).meta({ description: 'End of a failed generation. No `final` follows.' }),
  z
    .object({
      type: z.literal('wire'),
      text: z.string(),
      ms: z.number().min(0).meta({ description: 'Milliseconds since the start of the generation.' }),
    })
    .meta({ description: 'A raw event of the upstream, before the events made from it. Only if the request sets `wire`.' }),
  z
    .object({ type: z.literal('part'), part: z.looseObject({ type: z.string() }) })
    .meta({ description: 'A parsed part of @reason/core, before policies. Only if the request sets `wire`.' }),
  z.object({ type: z.literal('cancelled') }).meta({ description: 'End of a generation that the client cancelled. Only over a WebSocket.' }),
])

/** Response without a stream. */
export const generateAnswer = z.object({
  ...outcome,
  analysis: z.string().nullable().meta({ description: 'The visible reasoning. null: none.' }),
  usage: usage.nullable(),
  warnings: z.array(warning),
})

/** Message that cancels a generation over a WebSocket. */
export const cancelMessage = z.strictObject({ type: z.literal('cancel') })

export type GenerateEvent = z.output<typeof generateEvent>
export type GenerateAnswer = z.output<typeof generateAnswer>
export type UsageFields = z.output<typeof usage>
export type GenerateToolCall = z.output<typeof toolCall>
export type GenerateWarning = z.output<typeof warning>
export type FinalEvent = Extract<GenerateEvent, { type: 'final' }>
