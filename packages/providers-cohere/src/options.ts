import * as z from 'zod/mini'

/** Options of the cohere wire format: none so far. */
export const cohereOptions = z.strictObject({})

export type CohereOptions = z.input<typeof cohereOptions>
