import { anthropicMessages } from './messages/messages.ts'
import type { ClientApi } from './client-api.ts'
import { generate } from './generate/generate.ts'
import { openaiChat } from './chat-completions/chat-completions.ts'
import { openaiResponses } from './responses/responses.ts'

/** The client APIs, each at its own path. */
export const clientApis: readonly ClientApi[] = [openaiChat, openaiResponses, anthropicMessages, generate]

/** The client API of a path, which also sets the shape of its errors. For an unknown path: OpenAI's. */
export const clientOf = (url: string): ClientApi => clientApis.find(({ path }) => url.startsWith(path)) ?? openaiChat
