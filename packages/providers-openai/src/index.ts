import { definePlugin } from '@reason/core'
import { openaiChat } from './chat/openai-chat.ts'
import { openaiChatOptions } from './chat/options.ts'

export { openaiChat } from './chat/openai-chat.ts'
export { openaiChatOptions, type OpenaiChatOptions } from './chat/options.ts'
export { dialectNames, dialects, type Dialect, type DialectName, type ReasoningField } from './chat/dialects.ts'

export default definePlugin({ specVersion: 1, id: 'openai-chat', options: openaiChatOptions, create: openaiChat })
