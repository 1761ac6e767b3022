import * as z from 'zod/mini'

/** Options of the anthropic-messages wire format. */
export const anthropicMessagesOptions = z.strictObject({
  /**
   * Kind of readable thinking: the model's own text (`raw`), or a summary. The wire does not tell. Default: by the
   * model's name if it is a Claude, else unknown.
   */
  thinkingKind: z.optional(z.enum(['raw', 'summary'])),
})

export type AnthropicMessagesOptions = z.input<typeof anthropicMessagesOptions>
