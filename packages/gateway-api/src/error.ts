import * as z from 'zod'

/** The body of a failure: the request was refused, or the upstream did not answer. */
export const errorBody = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    code: z.union([z.string(), z.number()]).nullable(),
    param: z.string().nullable(),
  }),
})

export type ErrorBody = z.output<typeof errorBody>
