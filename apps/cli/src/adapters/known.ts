import type { TextAdapter, WireFormat } from '@reason/core'
import type { HarmonyOptions } from '@reason/harmony'
import type { JsonFieldsOptions } from '@reason/json-fields'
import type { MarkerOptions } from '@reason/marker'
import type { AnthropicMessagesOptions } from '@reason/providers-anthropic'
import type { BedrockConverseOptions } from '@reason/providers-bedrock'
import type { CohereOptions } from '@reason/providers-cohere'
import type { GeminiInteractionsOptions, GeminiOptions } from '@reason/providers-google'
import type { OllamaOptions } from '@reason/providers-ollama'
import type { OpenaiChatOptions, OpenaiResponsesOptions } from '@reason/providers-openai'
import type { ThinkTagsOptions } from '@reason/think-tags'

/** Creates a built-in adapter, which checks its options itself. Its package is loaded on demand. */
type Make<Made> = (options: object) => Promise<Made>

export const knownTexts: Readonly<Record<string, Make<TextAdapter>>> = {
  harmony: async (options) => (await import('@reason/harmony')).harmony(options as HarmonyOptions),
  'think-tags': async (options) => (await import('@reason/think-tags')).thinkTags(options as ThinkTagsOptions),
  marker: async (options) => (await import('@reason/marker')).marker(options as MarkerOptions),
  'json-fields': async (options) => (await import('@reason/json-fields')).jsonFields(options as JsonFieldsOptions),
}

export const knownWires: Readonly<Record<string, Make<WireFormat>>> = {
  'openai-chat': async (options) => (await import('@reason/providers-openai')).openaiChat(options as OpenaiChatOptions),
  'openai-responses': async (options) => (await import('@reason/providers-openai')).openaiResponses(options as OpenaiResponsesOptions),
  'anthropic-messages': async (options) =>
    (await import('@reason/providers-anthropic')).anthropicMessages(options as AnthropicMessagesOptions),
  gemini: async (options) => (await import('@reason/providers-google')).gemini(options as GeminiOptions),
  'gemini-interactions': async (options) =>
    (await import('@reason/providers-google')).geminiInteractions(options as GeminiInteractionsOptions),
  ollama: async (options) => (await import('@reason/providers-ollama')).ollama(options as OllamaOptions),
  'bedrock-converse': async (options) => (await import('@reason/providers-bedrock')).bedrockConverse(options as BedrockConverseOptions),
  cohere: async (options) => (await import('@reason/providers-cohere')).cohere(options as CohereOptions),
}

/** Adapter names that need no package. */
export const builtInTexts = ['auto', 'plain'] as const
