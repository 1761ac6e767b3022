import { anthropicMessages } from './messages/messages.ts'
import type { ClientApi } from './client-api.ts'
import { generate } from './generate/generate.ts'
import { openaiChat } from './chat-completions/chat-completions.ts'
import { openaiResponses } from './responses/responses.ts'

/** What clients may speak, each at its own path. */
export const clientApis: readonly ClientApi[] = [openaiChat, openaiResponses, anthropicMessages, generate]

/** Whose clients ask for this address, and in what shape they are told of a failure. Where nobody's: OpenAI's. */
export const clientOf = (url: string): ClientApi => clientApis.find(({ path }) => url.startsWith(path)) ?? openaiChat
