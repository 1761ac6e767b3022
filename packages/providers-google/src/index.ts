import { definePlugin } from '@reason/core'
import { gemini } from './gemini/gemini.ts'
import { geminiOptions } from './gemini/options.ts'

export { gemini } from './gemini/gemini.ts'
export { geminiOptions, type GeminiOptions } from './gemini/options.ts'

export default definePlugin({ specVersion: 1, id: 'gemini', options: geminiOptions, create: gemini })
