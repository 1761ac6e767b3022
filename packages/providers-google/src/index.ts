import { plugin } from './plugin.ts'

export { gemini } from './gemini/gemini.ts'
export { geminiOptions, type GeminiOptions } from './gemini/options.ts'
export { geminiInteractions } from './interactions/gemini-interactions.ts'
export { geminiInteractionsOptions, type GeminiInteractionsOptions } from './interactions/options.ts'

export default plugin
