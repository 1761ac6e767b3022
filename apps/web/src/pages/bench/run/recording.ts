import type { WireFormat } from '@reason/core'
import type { Framing } from '@reason/core/framing'
import { recogniseBody } from '@reason/core/reading'

/** A recorded response with its wire format. */
export interface BenchRecording {
  wire: WireFormat
  framing: Framing
  /** Model named in the body. */
  model?: string
  /** Provider that the body identifies. Undefined if it does not. */
  provider?: string
}

/** Wire formats, loaded when a text looks like a recording. */
const wires: Readonly<Record<string, () => Promise<WireFormat>>> = {
  'openai-chat': async () => (await import('@reason/providers-openai')).openaiChat(),
  'openai-responses': async () => (await import('@reason/providers-openai')).openaiResponses(),
  'anthropic-messages': async () => (await import('@reason/providers-anthropic')).anthropicMessages(),
  gemini: async () => (await import('@reason/providers-google')).gemini(),
  'gemini-interactions': async () => (await import('@reason/providers-google')).geminiInteractions(),
  cohere: async () => (await import('@reason/providers-cohere')).cohere(),
  ollama: async () => (await import('@reason/providers-ollama')).ollama(),
  'bedrock-converse': async () => (await import('@reason/providers-bedrock')).bedrockConverse(),
}

export const wireNames = Object.keys(wires)

/** Text that does not match cannot be a recording, so no wire format is loaded. */
const mayBeRecording = /^\s*(?:[{[]|(?:data|event|id|retry)?:|error: ?\{)/

/**
 * Detects a recording, or reads it in a given format.
 *
 * @param kind - Empty: detect. `text`: not a recording. Otherwise the name of a wire format.
 */
export async function findRecording(text: string, kind: string): Promise<BenchRecording | undefined> {
  if (kind === 'text' || (kind === '' && !mayBeRecording.test(text))) return undefined
  const names = kind === '' ? wireNames : [kind]
  const formats = await Promise.all(names.map((name) => wires[name]!()))
  const found = recogniseBody(text, formats)
  if (found?.kind === 'format') return { wire: found.wire, framing: found.framing, ...found.source }
  // Errors have the same shape in all formats.
  if (kind !== '' || found?.kind === 'error') return { wire: formats[0]!, framing: found?.framing ?? 'sse' }
  return undefined
}
