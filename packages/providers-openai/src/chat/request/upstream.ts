import { isSameModel, type Message, type Target } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/wire-kit'
import { replayRowFor } from './replay-rows.ts'

/**
 * A router that is free to ask any cloud has to ask the one that made the newest seals of the model, where these are of a cloud: no
 * other can read them.
 */
export function targetOfSeals(target: Target, messages: readonly Message[]): Target {
  const { provider, model, upstream } = target
  if (upstream !== undefined || !(provider === 'openrouter' || provider === 'vercel-gateway')) return target
  if (replayRowFor(provider, model).boundTo?.includes('upstream') !== true) return target
  const cloud = messages
    .flatMap((message) => (message.role === 'assistant' ? message.items : []))
    .flatMap((item) => (item.type === 'native' ? [] : (item.seals ?? [])))
    .findLast(({ issuer }) => issuer.provider === provider && issuer.model !== undefined && isSameModel(issuer.model, model))
    ?.issuer.upstream
  return cloud === undefined ? target : { ...target, upstream: cloud }
}

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
