export { extractMedia } from './body/media-extraction.ts'
export { openaiChat } from './chat-completions/chat-completions.ts'
export { type Client, type ClientAccess, forbidden, identifyByKey, shownKey, unauthorized } from './client-access.ts'
export type { ClientApi } from './client-api.ts'
export { clientApis, clientOf } from './client-apis.ts'
export { type ClientRequest } from './client-request.ts'
export { leastKept, leastVisible } from './effective-access.ts'
export {
  cancelMessage,
  type FinalEvent,
  generateAnswer,
  type GenerateAnswer,
  generateEvent,
  type GenerateEvent,
  type UsageFields,
} from './generate/event-schema.ts'
export { generate } from './generate/generate.ts'
export { generateRequest, type RequestMessage } from './generate/request-schema.ts'
export { generateDefinitions, generateSchema } from './generate/schemas.ts'
export { estimateInput } from './input-estimate.ts'
export { permitFor, type Permit } from './permit.ts'
export { isOllamas, notOllama, ollamaShape } from './ollama/ollama.ts'
export { styles } from './reasoning-style.ts'
