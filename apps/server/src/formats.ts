import { createRegistry, type FullWireFormat, type Passport, type Registry } from '@reason/core'
import { harmony } from '@reason/harmony'
import { marker } from '@reason/marker'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { thinkTags } from '@reason/think-tags'
import type { Settings } from './config/settings.ts'
import type { ApiId } from './upstream/apis.ts'

/** What clients speak. */
export const CLIENT_WIRE = 'openai-chat'

/** What upstreams may speak instead. */
const foreign: Readonly<Record<Exclude<ApiId, typeof CLIENT_WIRE>, () => FullWireFormat>> = {
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
  'gemini-interactions': geminiInteractions,
  'bedrock-converse': bedrockConverse,
  cohere,
  ollama,
}

type FormatSettings = Pick<Settings, 'reasoningField' | 'upstreamFormat'> & Partial<Pick<Settings, 'passports'>>

/** Everything that the gateway reads and writes as it is configured. */
export function createFormats({ reasoningField, upstreamFormat, passports = [] }: FormatSettings): Registry {
  const formats = createRegistry().use(openaiChat({ reasoningField })).use(harmony()).use(thinkTags()).use(marker())
  // The schema has checked them; it only does not tell a missing field from an undefined one.
  formats.know(...(passports as Passport[]).map((passport) => ({ source: 'configuration', ...passport })))
  if (upstreamFormat === CLIENT_WIRE) return formats
  return formats.use(foreign[upstreamFormat]())
}
