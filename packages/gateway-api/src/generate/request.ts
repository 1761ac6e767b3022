import * as z from 'zod'
import { efforts } from '@reason/core/conversation'
import { traceModes, visibilities } from '@reason/keys/record'
import { list } from '../list.ts'

const text = z.strictObject({ type: z.literal('text'), text: z.string() })

const mediaFields = {
  url: z.string().min(1).optional().meta({ description: 'Where it is. This, or `data`.' }),
  data: z.string().min(1).optional().meta({ description: 'Base64, without a `data:` prefix. With `media_type`.' }),
  media_type: z.string().min(1).optional().meta({ description: 'For example image/png.' }),
  name: z.string().optional(),
}
const media = <T extends 'image' | 'audio' | 'file'>(type: T) =>
  z
    .strictObject({ type: z.literal(type), ...mediaFields })
    .refine(({ url, data, media_type: mediaType }) => isOneSource(url, data, mediaType), {
      error: 'must have "url", or "data" with "media_type"',
    })

const isOneSource = (url?: string, data?: string, mediaType?: string): boolean =>
  (url === undefined) !== (data === undefined) && (data === undefined || mediaType !== undefined)

/** A piece of input. */
export const inputPiece = z.discriminatedUnion('type', [text, media('image'), media('audio'), media('file')])

const seal = z
  .strictObject({
    kind: z.enum(['signature', 'encrypted', 'redacted', 'thought-signature']),
    value: z.string(),
    issuer: z.strictObject({ wire: z.string(), provider: z.string().optional(), model: z.string().optional() }),
    item: z.string().optional(),
  })
  .meta({ description: 'Opaque: only its issuer can read it. Goes back as it came.' })
const seals = list(seal).optional()

const callFields = {
  id: z.string().optional(),
  name: z.string().meta({ description: 'As the model said it: it may have said none.' }),
  arguments: z.string().meta({ description: 'As the model wrote them: JSON, where it kept to it.' }),
}

/** A piece of a model's output. */
export const outputPiece = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string(), seals }),
  z.strictObject({ type: z.literal('commentary'), text: z.string(), seals }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string(), kind: z.enum(['raw', 'summary', 'hidden']).optional(), seals }),
  z.strictObject({ type: z.literal('tool_call'), ...callFields, seals }),
])

export const assistantMessage = z.strictObject({
  role: z.literal('assistant'),
  content: z.union([z.string(), list(outputPiece)]).meta({ description: 'Text, or the pieces as `final.message` has them.' }),
})

const content = z.union([z.string(), list(inputPiece)])

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content }),
  z.strictObject({ role: z.literal('user'), content }),
  assistantMessage,
  z.strictObject({
    role: z.literal('tool'),
    call: z.string().optional().meta({ description: 'Id of the call that this answers. Without it, calls are answered in their order.' }),
    name: z.string().optional(),
    content,
    failed: z.boolean().optional(),
  }),
])

const tool = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional().meta({ description: 'JSON schema of the arguments.' }),
})

/** Request body of `POST /v1/generate`. Strict: a misspelt field is an error. */
export const generateRequest = z.strictObject({
  model: z.string().min(1).meta({ description: 'As `GET /v1/models` lists it.' }),
  prompt: z.string().optional().meta({ description: 'What the user says. This, or `messages`.' }),
  messages: list(message, 1).optional().meta({ description: 'The conversation so far. This, or `prompt`.' }),
  tools: list(tool).optional(),
  tool_choice: z
    .union([z.enum(['auto', 'none', 'required']), z.strictObject({ name: z.string().min(1) })])
    .optional()
    .meta({ description: 'Whether tools are to be called, or the one that is.' }),
  effort: z.enum(efforts).optional().meta({ description: 'How hard to think; none: not at all.' }),
  budget_tokens: z.int().min(1).optional().meta({ description: 'Most tokens of reasoning, where the upstream can be told.' }),
  max_tokens: z.int().min(1).optional().meta({ description: 'Most tokens of output, reasoning included.' }),
  temperature: z.number().min(0).optional(),
  top_p: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  stop: list(z.string().min(1)).optional().meta({ description: 'The answer ends before any of these.' }),
  answer_schema: z.record(z.string(), z.unknown()).optional().meta({ description: 'JSON schema that the answer has to fit.' }),
  session: z.string().optional().meta({ description: 'Whose budget this counts against. The header x-reason-session wins.' }),
  visibility: z
    .enum(visibilities)
    .optional()
    .meta({ description: 'How much of the reasoning to send: never more than the gateway and the key allow.' }),
  trace: z.enum(traceModes).optional().meta({
    description: 'What to keep of the generation: never more than the gateway and the key allow. Of this and x-reason-trace the lesser.',
  }),
  wire: z
    .boolean()
    .optional()
    .meta({ description: 'Also what the upstream sends, as it comes, and our parts. In streams, for who may see all of the reasoning.' }),
  stream: z.boolean().optional().meta({ description: 'Events as they come, or one JSON. Default false; over a WebSocket always events.' }),
})

export type GenerateRequest = z.output<typeof generateRequest>
export type AssistantMessage = z.output<typeof assistantMessage>
export type AssistantContent = z.output<typeof outputPiece>[]
export type RequestMessage = z.output<typeof message>
export type InputContent = z.output<typeof content>
