import { createRegistry, type Passport, type Registry, type WireFormat } from '@reason/core'
import { harmony } from '@reason/harmony'
import { marker } from '@reason/marker'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { thinkTags } from '@reason/think-tags'
import { ConfigError } from './config/config-error.ts'
import type { Settings } from './config/settings.ts'
import type { ApiId } from './upstream/apis.ts'

/** What clients speak. */
export const CLIENT_WIRE = 'openai-chat'

/** What upstreams may speak instead. */
const foreign: Readonly<Record<Exclude<ApiId, typeof CLIENT_WIRE>, () => WireFormat>> = {
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropicMessages,
  gemini,
  'gemini-interactions': geminiInteractions,
  'bedrock-converse': bedrockConverse,
  cohere,
  ollama,
}

type FormatSettings = Pick<Settings, 'reasoningField' | 'upstreamFormat'> & Partial<Pick<Settings, 'passports'>>

/**
 * Everything that the gateway reads and writes as it is configured.
 *
 * @throws {ConfigError} for an upstream to which no request can be written
 */
export function createFormats({ reasoningField, upstreamFormat, passports = [] }: FormatSettings): Registry {
  const formats = createRegistry().use(openaiChat({ reasoningField })).use(harmony()).use(thinkTags()).use(marker())
  // The schema has checked them; it only does not tell a missing field from an undefined one.
  formats.know(...(passports as Passport[]).map((passport) => ({ source: 'configuration', ...passport })))
  if (upstreamFormat === CLIENT_WIRE) return formats
  const wire = foreign[upstreamFormat]()
  if (wire.writeRequest === undefined) throw new ConfigError([responsesOnly(upstreamFormat)])
  return formats.use(wire)
}

const responsesOnly = (format: string): string =>
  `--upstream-format is ${format}, whose answers can be read, but whose requests cannot be written yet. ` +
  'Where the upstream also has an API like OpenAI Chat Completions, give --upstream the address of that one and leave --upstream-format out.'
