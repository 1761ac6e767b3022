import type { FullWireFormat } from '@reason/core/wire'
import { anthropicMessages } from '@reason/providers-anthropic'
import { cohere } from '@reason/providers-cohere'
import { gemini } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'

/** Wire formats that a server is examined in. Other formats need more than a key, or have an address for each customer. */
export const wireIds = ['openai-chat', 'openai-responses', 'anthropic-messages', 'ollama', 'gemini', 'cohere'] as const
export type WireId = (typeof wireIds)[number]

export type DoctorWires = Readonly<Record<WireId, FullWireFormat>>

export const createWires = (): DoctorWires => ({
  'openai-chat': openaiChat(),
  'openai-responses': openaiResponses(),
  'anthropic-messages': anthropicMessages(),
  ollama: ollama(),
  gemini: gemini(),
  cohere: cohere(),
})
