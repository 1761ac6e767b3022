import * as z from 'zod/mini'

/** Options of the bedrock-converse wire format. */
export const bedrockConverseOptions = z.strictObject({
  /**
   * What the reasoning that can be read is: the model's own (`raw`) or a digest of it (`summary`). The wire does not say.
   * Default: by the name of the model that the reader was given, else left open.
   */
  reasoningKind: z.optional(z.enum(['raw', 'summary'])),
})

export type BedrockConverseOptions = z.input<typeof bedrockConverseOptions>
