import type { FullWireFormat } from '@reason/core'
import { loadWire } from '../registry.ts'

/** What a server is asked for. Others need more than a key, or are spoken by one host that has an address for each of its customers. */
export const wireIds = ['openai-chat', 'openai-responses', 'anthropic-messages', 'ollama', 'gemini', 'cohere'] as const
export type WireId = (typeof wireIds)[number]

export type Wires = Readonly<Record<WireId, FullWireFormat>>

export async function loadWires(): Promise<Wires> {
  const loaded = await Promise.all(wireIds.map(async (id) => [id, await loadWire(id)] as const))
  return Object.fromEntries(loaded) as Wires
}
