import * as z from 'zod'

/** Error body: the request was refused, or the upstream did not answer. */
export const errorBody = z.object({
  error: z.looseObject({
    message: z.string(),
    type: z.string(),
    code: z.union([z.string(), z.number()]).nullable(),
    param: z.string().nullable(),
  }),
})

/** Error body in the format of Anthropic's API. */
export const anthropicErrorBody = z.object({
  type: z.literal('error'),
  error: z.looseObject({ type: z.string(), message: z.string() }),
  request_id: z.string().exactOptional(),
})

export type ErrorBody = z.output<typeof errorBody>
