import { blockOrigins } from '@reason/core/result'
import * as z from 'zod'
import { assistantMessage } from './request.ts'

const count = z.int().min(0)

const toolCall = z.object({
  id: z.string(),
  name: z.string(),
  arguments: z.string().meta({ description: 'As the model wrote them: JSON, where it kept to it.' }),
})

const usage = z.object({
  input_tokens: count.optional(),
  output_tokens: count.optional().meta({ description: 'Reasoning included.' }),
  reasoning_tokens: count.optional(),
  cached_tokens: count.optional(),
  total_tokens: count.optional(),
})

const warning = z.object({ code: z.string().meta({ description: 'Of docs/reference/warnings.md.' }), message: z.string() })

const stats = z
  .object({
    reasoning_tokens: count
      .nullable()
      .meta({ description: 'null: unknown. The provider shows a summary, or nothing, and reports no count.' }),
    reasoning_tokens_source: z.enum(['reported', 'estimated', 'implausible']).nullable().meta({
      description: 'estimated: four characters are a token. implausible: reported, and cannot be true.',
    }),
    charged_tokens: count.optional().meta({ description: 'What budgets charge for the reasoning, where one binds the request.' }),
    commentary_tokens: count,
    final_tokens: count,
    reasoning_ratio: z.number().min(0).max(1).nullable().meta({ description: 'null: the reasoning is not known.' }),
  })
  .meta({ description: 'As the provider reports them; else four characters of what was sent are a token.' })

const finishReasons = [
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
] as const

const failure = z.object({
  message: z.string(),
  type: z.string().optional(),
  code: z.union([z.string(), z.number()]).nullable(),
  param: z.string().nullable().optional(),
  status: z.int().optional().meta({ description: 'The HTTP status that this would have been before the answer began.' }),
})

const origin = z.enum(blockOrigins).meta({
  description:
    'Where its text comes from. provider: a field or event that the provider has for such text. wire: the ordinary text of the answer, as it came. adapter: split from that text by its delimiters.',
})

const ofBlock = origin
  .optional()
  .meta({ description: 'With the first event of a block: where its text comes from, as in `blocks` of `final`.' })

const outcome = {
  id: z.string(),
  model: z.string().nullable(),
  created: z.int().nullable().meta({ description: 'Unix time in seconds.' }),
  finish_reason: z.enum(finishReasons),
  refusal: z
    .object({ category: z.string().optional(), explanation: z.string().optional() })
    .optional()
    .meta({ description: 'Why the provider refused or withheld the answer, in its own words. Below full: a category of a list.' }),
  answer: z.string(),
  commentary: z.string(),
  reasoning: z
    .string()
    .nullable()
    .meta({ description: 'For a history: null where it is dropped from that (the default of policies), kept back, or there was none.' }),
  tool_calls: z.array(toolCall),
  leak_detected: z.boolean().meta({ description: 'Something of the reasoning, or its markup, was found in the answer.' }),
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
    .meta({ description: 'The blocks of text, in order.' }),
  stats,
  message: assistantMessage.meta({ description: 'The answer as a message: the next request takes it as it is.' }),
}

/** Event of a stream. New types and fields may be added: ignore unknown ones. */
export const generateEvent = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('analysis'),
      block: count.meta({ description: 'Counts the blocks of reasoning and others, in order.' }),
      text: z.string(),
      kind: z
        .enum(['summary', 'hidden'])
        .optional()
        .meta({ description: 'Absent: the model’s own words. hidden: it thinks; `text` is empty.' }),
      ms: z.number().min(0).optional().meta({ description: 'At the end of a hidden block: how long it took, in milliseconds.' }),
      origin: ofBlock,
    })
    .meta({ description: 'Reasoning, as far as it may be seen.' }),
  z
    .object({ type: z.literal('commentary'), text: z.string(), origin: ofBlock })
    .meta({ description: 'What the model says to the user beside its answer.' }),
  z
    .object({ type: z.literal('token'), text: z.string(), kind: z.literal('refusal').optional(), origin: ofBlock })
    .meta({ description: 'A piece of the answer: of any length, never empty.' }),
  z.object({ type: z.literal('tool_call'), ...toolCall.shape }).meta({ description: 'A call of a tool, whole.' }),
  z.object({ type: z.literal('warning'), ...warning.shape }).meta({ description: 'The gateway stepped in: a budget, a cap, a guard.' }),
  z.object({ type: z.literal('usage'), usage }).meta({ description: 'Once, before `final` or `error`, where the provider reports it.' }),
  z.object({ type: z.literal('final'), ...outcome }).meta({ description: 'The end of a generation that came to one.' }),
  z.object({ type: z.literal('error'), error: failure }).meta({ description: 'The end of a generation that failed. No `final` follows.' }),
  z
    .object({
      type: z.literal('wire'),
      text: z.string(),
      ms: z.number().min(0).meta({ description: 'Since the generation began, in milliseconds.' }),
    })
    .meta({ description: 'Where the request asks for it: an event of the upstream, as it came. What was made of it follows.' }),
  z
    .object({ type: z.literal('part'), part: z.looseObject({ type: z.string() }) })
    .meta({ description: 'Where the request asks for it: a part, before policies, as @reason/core describes them.' }),
  z.object({ type: z.literal('cancelled') }).meta({ description: 'Over a WebSocket: the end of a generation that its client cancelled.' }),
])

/** Response without a stream. */
export const generateAnswer = z.object({
  ...outcome,
  analysis: z.string().nullable().meta({ description: 'The reasoning, as far as it may be seen. null: nothing of it.' }),
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
