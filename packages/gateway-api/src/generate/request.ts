import * as z from 'zod'
import { efforts } from '@reason/core/conversation'
import { traceModes, visibilities } from '@reason/keys/record'
import { list } from '../list.ts'

const text = z.strictObject({ type: z.literal('text'), text: z.string() })

const mediaFields = {
  url: z.string().min(1).optional().meta({ description: 'Address of the content. Required without `data`.' }),
  data: z.string().min(1).optional().meta({ description: 'Content in base64, without a `data:` prefix. Requires `media_type`.' }),
  media_type: z.string().min(1).optional().meta({ description: 'Media type of `data`, for example image/png.' }),
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

export const inputPiece = z.discriminatedUnion('type', [text, media('image'), media('audio'), media('file')])

const seal = z
  .strictObject({
    kind: z.enum(['signature', 'encrypted', 'redacted', 'thought-signature']),
    value: z.string(),
    issuer: z.strictObject({ wire: z.string(), provider: z.string().optional(), model: z.string().optional() }),
    item: z.string().optional(),
  })
  .meta({ description: 'Opaque value that only its issuer can read. Send it back unchanged.' })
const seals = list(seal).optional()

const callFields = {
  id: z.string().optional(),
  name: z.string().meta({ description: 'Name as the model wrote it. May be empty.' }),
  arguments: z.string().meta({ description: 'Arguments as the model wrote them: usually JSON, not validated.' }),
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
  content: z.union([z.string(), list(outputPiece)]).meta({ description: 'Text, or a list of pieces as in `final.message`.' }),
})

const content = z.union([z.string(), list(inputPiece)])

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content }),
  z.strictObject({ role: z.literal('user'), content }),
  assistantMessage,
  z.strictObject({
    role: z.literal('tool'),
    call: z.string().optional().meta({ description: 'Id of the tool call with this result. Without it, results match calls in order.' }),
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
  model: z.string().min(1).meta({ description: 'Name of the model, from `GET /v1/models`.' }),
  prompt: z.string().optional().meta({ description: 'Text of the user. Required without `messages`.' }),
  messages: list(message, 1).optional().meta({ description: 'The conversation so far. Required without `prompt`.' }),
  tools: list(tool).optional(),
  tool_choice: z
    .union([z.enum(['auto', 'none', 'required']), z.strictObject({ name: z.string().min(1) })])
    .optional()
    .meta({ description: 'Whether the model may or must call tools, or the name of the tool to call.' }),
  effort: z.enum(efforts).optional().meta({ description: 'Reasoning effort. none: no reasoning.' }),
  budget_tokens: z.int().min(1).optional().meta({ description: 'Maximum of reasoning tokens, if the upstream supports such a limit.' }),
  max_tokens: z.int().min(1).optional().meta({ description: 'Maximum of output tokens, reasoning included.' }),
  temperature: z.number().min(0).optional(),
  top_p: z.number().min(0).max(1).optional(),
  seed: z.int().optional(),
  stop: list(z.string().min(1)).optional().meta({ description: 'Stop sequences. The answer ends before the first match.' }),
  answer_schema: z.record(z.string(), z.unknown()).optional().meta({ description: 'JSON schema that the answer must match.' }),
  session: z.string().optional().meta({ description: 'Session whose budget is charged. The header x-reason-session takes precedence.' }),
  visibility: z
    .enum(visibilities)
    .optional()
    .meta({ description: 'Visibility of reasoning in the response. The gateway and the key set the upper limit.' }),
  trace: z.enum(traceModes).optional().meta({
    description: 'Detail that the trace stores. The gateway, the key and the header x-reason-trace set upper limits.',
  }),
  wire: z.boolean().optional().meta({
    description:
      'Adds `wire` and `part` events: the raw events of the upstream, and the parsed parts. Only for streams with visibility full.',
  }),
  stream: z
    .boolean()
    .optional()
    .meta({ description: 'true: a stream of events. false (default): one JSON object. WebSockets always stream.' }),
})

export type GenerateRequest = z.output<typeof generateRequest>
export type GenerateAssistantMessage = z.output<typeof assistantMessage>
export type AssistantContent = z.output<typeof outputPiece>[]
export type RequestMessage = z.output<typeof message>
export type InputContent = z.output<typeof content>
