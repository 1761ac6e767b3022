import * as z from 'zod/mini'

/** Options of the openai-responses wire format. */
export const openaiResponsesOptions = z.strictObject({
  /**
   * Channel of messages of the phase `commentary`. `answer`: text of the answer, as in OpenAI's own `output_text`; their
   * phase is kept for the way back. `commentary`: the commentary channel, which is then written as such messages.
   * Default `answer`.
   */
  commentary: z.optional(z.enum(['answer', 'commentary'])),
  /**
   * Field for written reasoning that is no summary. `content`: as `reasoning_text`. `summary`: as `summary_text`, for
   * clients that show nothing else. Default `content`.
   */
  reasoningField: z.optional(z.enum(['content', 'summary'])),
})

export type OpenaiResponsesOptions = z.input<typeof openaiResponsesOptions>
