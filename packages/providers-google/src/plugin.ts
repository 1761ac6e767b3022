import { definePlugin } from '@reason/core'
import * as z from 'zod/mini'
import { gemini } from './gemini/gemini.ts'
import { geminiInteractions } from './interactions/gemini-interactions.ts'

/** Options for an application's configuration: the format. */
const googleOptions = z.strictObject({
  /** Default `gemini`. */
  format: z.optional(z.enum(['gemini', 'gemini-interactions'])),
})

export const plugin = definePlugin({
  specVersion: 1,
  id: 'google',
  options: googleOptions,
  create: ({ format = 'gemini' }) => (format === 'gemini' ? gemini() : geminiInteractions()),
})
