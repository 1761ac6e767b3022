import type { WireFormat } from '@reason/core'
import type { FullWireFormat } from '@reason/core/wire'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses, type OpenaiChatOptions } from '@reason/providers-openai'

/** A format in which an upstream is asked. */
export type UpstreamWire = WireFormat & Required<Pick<WireFormat, 'writeRequest' | 'endpoint'>>

/** Wire formats by id: ours, and for upstreams those of packages, too. */
export interface Wires {
  (id: OurWire): FullWireFormat
  (id: string): UpstreamWire
}

/** Those that come with the gateway. */
const ours = {
  'openai-chat': ({ reasoningField }: WireSettings) => openaiChat({ reasoningField }),
  'openai-responses': () => openaiResponses(),
  'anthropic-messages': () => anthropicMessages(),
  gemini: () => gemini(),
  'gemini-interactions': () => geminiInteractions(),
  'bedrock-converse': () => bedrockConverse(),
  cohere: () => cohere(),
  ollama: () => ollama(),
}

export type OurWire = keyof typeof ours
export const ourWires: readonly OurWire[] = Object.keys(ours) as OurWire[]

/** Of the configuration. */
interface WireSettings extends Required<Pick<OpenaiChatOptions, 'reasoningField'>> {
  packageWires?: readonly UpstreamWire[]
}

/** A configuration names none that are not there: that is checked where it is read. */
export function createWires(settings: WireSettings): Wires {
  const made = [...Object.values(ours).map((make) => make(settings)), ...(settings.packageWires ?? [])]
  const byId = new Map(made.map((wire) => [wire.id, wire]))
  return ((id: string) => byId.get(id)) as Wires
}

/** Of the configuration: the format of the only upstream, or that of each. */
interface Spoken {
  upstreamFormat: string
  upstreams?: readonly { format?: string | undefined }[] | undefined
}

/** What the upstreams of a configuration speak, each once. */
export function spokenIn({ upstreamFormat, upstreams }: Spoken): string[] {
  return upstreams === undefined ? [upstreamFormat] : [...new Set(upstreams.map(({ format = 'openai-chat' }) => format))]
}
