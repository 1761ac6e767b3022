import { definePlugin } from '@reason/core'
import * as z from 'zod/mini'
import { openaiChat } from './chat/openai-chat.ts'
import { openaiChatOptions, type OpenaiChatOptions } from './chat/options.ts'
import { openaiResponses } from './responses/openai-responses.ts'
import { openaiResponsesOptions, type OpenaiResponsesOptions } from './responses/options.ts'

/** Options for an application's configuration: the format, and the options of that format. */
const openaiOptions = z.strictObject({
  /** Default `openai-chat`. */
  format: z.optional(z.enum(['openai-chat', 'openai-responses'])),
  dialect: openaiChatOptions.shape.dialect,
  commentary: openaiResponsesOptions.shape.commentary,
  reasoningField: z.optional(z.enum(['reasoning_content', 'reasoning', 'parts', 'content', 'summary'])),
})

/** The formats check the remaining options. An option of the other format is an error. */
export const plugin = definePlugin({
  specVersion: 1,
  id: 'openai',
  options: openaiOptions,
  create: ({ format = 'openai-chat', ...options }) =>
    format === 'openai-chat' ? openaiChat(options as OpenaiChatOptions) : openaiResponses(options as OpenaiResponsesOptions),
})
