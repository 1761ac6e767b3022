import { plugin } from './plugin.ts'

export { reasoningCarriers } from './chat/carriers.ts'
export { openaiChat } from './chat/openai-chat.ts'
export { openaiChatOptions, type OpenaiChatOptions } from './chat/options.ts'
export type { ChatDialect, ReasoningField } from './chat/dialect/dialect.ts'
export { dialectNames, dialects, type DialectName } from './chat/find-dialect.ts'
export { readChatFacts } from './chat/request/facts.ts'
export { readResponsesFacts } from './responses/request/facts.ts'
export { openaiResponses } from './responses/openai-responses.ts'
export { openaiResponsesOptions, type OpenaiResponsesOptions } from './responses/options.ts'

export default plugin
