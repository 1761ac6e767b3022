import { isSameModel, type Message, type Target } from '@reason/core/conversation'
import { getPath, withPath, type Loose } from '@reason/wire-kit'
import { replayRowFor, requestFactsFor } from './dialect-rows.ts'

/**
 * Points a router that may use any cloud to the cloud that made the model's newest seals, if the seals are bound to a
 * cloud. No other cloud can read them.
 */
export function targetOfSeals(target: Target, messages: readonly Message[]): Target {
  const { provider, model, upstream } = target
  if (upstream !== undefined || requestFactsFor(provider).pin === undefined) return target
  if (replayRowFor(provider, model).boundTo?.includes('upstream') !== true) return target
  const cloud = messages
    .flatMap((message) => (message.role === 'assistant' ? message.items : []))
    .flatMap((item) => (item.type === 'native' ? [] : (item.seals ?? [])))
    .findLast(({ issuer }) => issuer.provider === provider && issuer.model !== undefined && isSameModel(issuer.model, model))
    ?.issuer.upstream
  return cloud === undefined ? target : { ...target, upstream: cloud }
}

/**
 * Keeps a router at the target's cloud if the conversation holds seals, because no other cloud can read them. Routing
 * settings in the body stay unchanged.
 */
export function pinned(body: Loose, { provider, upstream }: Target, messages: readonly Message[]): Record<string, unknown> {
  const { pin } = requestFactsFor(provider)
  if (upstream === undefined || pin === undefined || getPath(body, pin) !== undefined || !messages.some(isSealed)) return body
  return withPath(body, `${pin}.only`, [slugOf(upstream)])
}

const isSealed = (message: Message): boolean =>
  message.role === 'assistant' && message.items.some((item) => item.type !== 'native' && item.seals !== undefined)

/** Converts the cloud's display name in responses to its slug in requests. */
const slugOf = (name: string): string => (name === 'Google' ? 'google-vertex' : name.toLowerCase().replaceAll(/\s+/g, '-'))
