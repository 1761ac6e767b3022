import type { Message, Target } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/core/wire-kit'

/**
 * Keeps a router at the cloud that the target names, where the conversation holds seals: they are of that cloud, and of no other. What
 * the body says itself about routing stays.
 */
export function pinned(body: Loose, { provider, upstream }: Target, messages: readonly Message[]): Record<string, unknown> {
  if (upstream === undefined || !messages.some(isSealed)) return body
  const slug = slugOf(upstream)
  if (provider === 'openrouter' && body.provider === undefined) return { ...body, provider: { only: [slug] } }
  if (provider !== 'vercel-gateway') return body
  const options = isLoose(body.providerOptions) ? body.providerOptions : {}
  if (options.gateway !== undefined) return body
  return { ...body, providerOptions: { ...options, gateway: { only: [slug] } } }
}

const isSealed = (message: Message): boolean =>
  message.role === 'assistant' && message.items.some((item) => item.type !== 'native' && item.seals !== undefined)

/** Responses name the cloud as people do, requests as a word. */
const slugOf = (name: string): string => (name === 'Google' ? 'google-vertex' : name.toLowerCase().replaceAll(/\s+/g, '-'))
