import { hostedAt, type HostedApi } from '@reason/core/providers'
import type { WireId } from './wires.ts'

/** An API that somebody else runs. */
export interface Host extends HostedApi, Manner {}

/** How it is asked. */
interface Manner {
  /** What it formats. Default `openai-chat`. */
  wire?: WireId
  /** Where that is. Default: as everywhere with this format. */
  base?: string
}

/** By provider: those that differ from the others. */
const manners: Readonly<Record<string, Manner>> = {
  azure: { base: '/openai/v1' },
  anthropic: { wire: 'anthropic-messages' },
  google: { wire: 'gemini' },
  cohere: { wire: 'cohere' },
  openrouter: { base: '/api/v1' },
  groq: { base: '/openai/v1' },
  fireworks: { base: '/inference/v1' },
  zai: { base: '/api/paas/v4' },
  volcengine: { base: '/api/v3' },
  dashscope: { base: '/compatible-mode/v1' },
}

/** They have an address for each region, project or model. */
const elsewhere: ReadonlySet<string> = new Set(['google-vertex', 'bedrock'])

/** Undefined for a host that says too little: what runs there has to be asked. */
export function hostOf(hostname: string): Host | undefined {
  const hosted = hostedAt(hostname)
  return hosted === undefined || elsewhere.has(hosted.provider) ? undefined : { ...hosted, ...manners[hosted.provider] }
}
