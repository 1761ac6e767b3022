import * as z from 'zod/mini'

/** Options of the ollama wire format: none so far. */
export const ollamaOptions = z.strictObject({})

export type OllamaOptions = z.input<typeof ollamaOptions>
