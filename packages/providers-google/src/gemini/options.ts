import * as z from 'zod/mini'

/** Options of the gemini wire format: none so far. */
export const geminiOptions = z.strictObject({})

export type GeminiOptions = z.input<typeof geminiOptions>
