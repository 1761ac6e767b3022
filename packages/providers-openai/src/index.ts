import { plugin } from './plugin.ts'

export { openaiChat } from './chat/openai-chat.ts'
export { openaiChatOptions, type OpenaiChatOptions } from './chat/options.ts'
export { dialectNames, dialects, type Dialect, type DialectName, type ReasoningField } from './chat/dialects.ts'
export { openaiResponses } from './responses/openai-responses.ts'
export { openaiResponsesOptions, type OpenaiResponsesOptions } from './responses/options.ts'

export default plugin
