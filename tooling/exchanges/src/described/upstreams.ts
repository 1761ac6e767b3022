import { anthropicMessages } from './anthropic-messages.ts'
import type { DescribedUpstream } from './answer.ts'
import { bedrockConverse } from './bedrock-converse.ts'
import { cohere } from './cohere.ts'
import { geminiInteractions } from './gemini-interactions.ts'
import { gemini } from './gemini.ts'
import { ollama } from './ollama.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

export type { Answer, AnswerCall, DescribedUpstream, Served } from './answer.ts'

/** One provider for each format, whose responses are written from the format's documentation. */
export const describedUpstreams = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
  'gemini-interactions': geminiInteractions,
  'bedrock-converse': bedrockConverse,
  cohere,
  ollama,
} as const satisfies Readonly<Record<string, DescribedUpstream>>
