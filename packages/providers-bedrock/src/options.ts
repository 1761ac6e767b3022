import * as z from 'zod/mini'

/** Options of the bedrock-converse wire format. */
export const bedrockConverseOptions = z.strictObject({
  /**
   * Kind of readable reasoning: the model's own text (`raw`), or a summary. The wire does not tell. Default: by the
   * model name that the reader got, else unknown.
   */
  reasoningKind: z.optional(z.enum(['raw', 'summary'])),
})

export type BedrockConverseOptions = z.input<typeof bedrockConverseOptions>
