import * as z from 'zod/mini'

/** Options of the anthropic-messages wire format. */
export const anthropicMessagesOptions = z.strictObject({
  /**
   * What the thinking that can be read is: the model's own (`raw`) or a digest of it (`summary`). The wire does not say.
   * Default: by the name of the model where it is a Claude, else left open.
   */
  thinkingKind: z.optional(z.enum(['raw', 'summary'])),
})

export type AnthropicMessagesOptions = z.input<typeof anthropicMessagesOptions>
