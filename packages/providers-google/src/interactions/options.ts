import * as z from 'zod/mini'

/** Options of the gemini-interactions wire format: none so far. */
export const geminiInteractionsOptions = z.strictObject({})

export type GeminiInteractionsOptions = z.input<typeof geminiInteractionsOptions>
