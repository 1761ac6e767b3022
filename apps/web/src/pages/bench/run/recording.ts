import type { WireFormat } from '@reason/core'
import type { Framing } from '@reason/core/framing'
import { recogniseBody } from '@reason/core/reading'

/** A recorded answer, and how it is read. */
export interface Recording {
  wire: WireFormat
  framing: Framing
  /** As the body names it. */
  model?: string
  /** The server that wrote it, where it says so by itself. */
  provider?: string
}

/** Loaded when something that may be a recording is looked at. */
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

/** Text of which nothing begins like a recording needs no format to be looked at. */
const mayBeRecording = /^\s*(?:[{[]|(?:data|event|id|retry)?:|error: ?\{)/

/**
 * By its looks, or as it was said to be.
 *
 * @param kind - Empty: as it looks. `text`: no recording, whatever it looks like. Else the name of a wire format.
 */
export async function findRecording(text: string, kind: string): Promise<Recording | undefined> {
  if (kind === 'text' || (kind === '' && !mayBeRecording.test(text))) return undefined
  const names = kind === '' ? wireNames : [kind]
  const formats = await Promise.all(names.map((name) => wires[name]!()))
  const found = recogniseBody(text, formats)
  if (found?.kind === 'format') return { wire: found.wire, framing: found.framing, ...found.source }
  // Errors read alike in all formats.
  if (kind !== '' || found?.kind === 'error') return { wire: formats[0]!, framing: found?.framing ?? 'sse' }
  return undefined
}
