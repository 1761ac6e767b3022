import type { TextAdapter, WireFormat } from '@reason/core'
import type { HarmonyOptions } from '@reason/harmony'
import type { MarkerOptions } from '@reason/marker'
import type { OpenaiChatOptions } from '@reason/providers-openai'
import type { ThinkTagsOptions } from '@reason/think-tags'

/** Makes an adapter of ours, which checks the options itself. Its package is loaded when it is needed. */
type Make<Made> = (options: object) => Promise<Made>

export const knownTexts: Readonly<Record<string, Make<TextAdapter>>> = {
  harmony: async (options) => (await import('@reason/harmony')).harmony(options as HarmonyOptions),
  'think-tags': async (options) => (await import('@reason/think-tags')).thinkTags(options as ThinkTagsOptions),
  marker: async (options) => (await import('@reason/marker')).marker(options as MarkerOptions),
}

export const knownWires: Readonly<Record<string, Make<WireFormat>>> = {
  'openai-chat': async (options) => (await import('@reason/providers-openai')).openaiChat(options as OpenaiChatOptions),
}

/** Names that mean something without a package. */
export const builtInTexts = ['auto', 'plain'] as const
