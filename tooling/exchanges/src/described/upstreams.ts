import { anthropicMessages } from './anthropic-messages.ts'
import type { DescribedUpstream } from './answer.ts'
import { bedrockConverse } from './bedrock-converse.ts'
import { chatWithField } from './chat-fields.ts'
import { cohere } from './cohere.ts'
import { geminiInteractions } from './gemini-interactions.ts'
import { gemini } from './gemini.ts'
import { harmonyText } from './harmony-text.ts'
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

/** Further upstreams for Chat Completions, each with its own place for reasoning. */
export const describedChats = {
  llamacpp: chatWithField({ provider: 'llamacpp', model: 'qwen3-8b', field: 'reasoning_content' }),
  vllm: chatWithField({ provider: 'vllm', model: 'glm-4.7', field: 'reasoning' }),
  deepseek: chatWithField({ provider: 'deepseek', model: 'deepseek-v4', field: 'reasoning_content' }),
  'harmony-text': harmonyText,
} as const satisfies Readonly<Record<string, DescribedUpstream>>
