export {
  cancelMessage,
  type FinalEvent,
  generateAnswer,
  type GenerateAnswer,
  generateEvent,
  type GenerateEvent,
  type GenerateToolCall,
  type GenerateWarning,
  type UsageFields,
} from './events.ts'
export { generateSchema } from './json-schema.ts'
export {
  type AssistantContent,
  type GenerateAssistantMessage,
  generateRequest,
  type GenerateRequest,
  type InputContent,
  type RequestMessage,
} from './request.ts'
