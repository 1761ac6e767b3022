import { definePlugin } from '@reason/core'
import { ollama } from './ollama.ts'
import { ollamaOptions } from './options.ts'

export { ollama } from './ollama.ts'
export { ollamaOptions, type OllamaOptions } from './options.ts'

export default definePlugin({ specVersion: 1, id: 'ollama', options: ollamaOptions, create: ollama })
