import * as z from 'zod/mini'
import { dialectNames } from './find-dialect.ts'

/** Options of the openai-chat wire format. */
export const openaiChatOptions = z.strictObject({
  /** Dialect of readers and writers that name none. Default: the provider's, else facts that work for all. */
  dialect: z.optional(z.enum(dialectNames)),
  /** Field for written reasoning. `parts`: thinking parts of a content array. Default: the dialect's field, else `reasoning_content`. */
  reasoningField: z.optional(z.enum(['reasoning_content', 'reasoning', 'parts'])),
})

export type OpenaiChatOptions = z.input<typeof openaiChatOptions>
