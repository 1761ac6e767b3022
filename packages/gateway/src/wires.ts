import type { WireFormat } from '@reason/core'
import type { FullWireFormat } from '@reason/core/wire'
import { anthropicMessages } from '@reason/providers-anthropic'
import { bedrockConverse } from '@reason/providers-bedrock'
import { cohere } from '@reason/providers-cohere'
import { gemini, geminiInteractions } from '@reason/providers-google'
import { ollama } from '@reason/providers-ollama'
import { openaiChat, openaiResponses, type OpenaiChatOptions } from '@reason/providers-openai'

/** A wire format that upstreams can use. */
export type UpstreamWire = WireFormat & Required<Pick<WireFormat, 'writeRequest' | 'endpoint'>>

/** Wire formats by id: built-in ones, and for upstreams also those of packages. */
export interface Wires {
  (id: OurWire): FullWireFormat
  (id: string): UpstreamWire
}

/** Built-in formats. */
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

/** The configuration's fields for wire formats. */
interface WireSettings extends Required<Pick<OpenaiChatOptions, 'reasoningField'>> {
  packageWires?: readonly UpstreamWire[]
}

/** Creates the wire formats. The configuration was validated, so that it names no unknown format. */
export function createWires(settings: WireSettings): Wires {
  const made = [...Object.values(ours).map((make) => make(settings)), ...(settings.packageWires ?? [])]
  const byId = new Map(made.map((wire) => [wire.id, wire]))
  return ((id: string) => byId.get(id)) as Wires
}

/** The configuration's fields with formats: of the only upstream, or of each. */
interface Spoken {
  upstreamFormat: string
  upstreams?: readonly { format?: string | undefined }[] | undefined
}

/** The distinct wire formats of the configured upstreams. */
export function spokenIn({ upstreamFormat, upstreams }: Spoken): string[] {
  return upstreams === undefined ? [upstreamFormat] : [...new Set(upstreams.map(({ format = 'openai-chat' }) => format))]
}
