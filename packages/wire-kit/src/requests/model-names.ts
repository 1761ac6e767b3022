import type { Issuer, Message } from '@reason/core/conversation'
import type { Seal } from '@reason/core/parts'

/**
 * Renames the models in a message's seals and origin by `canonical`, as providers have several names for one model. An
 * issuer with an unchanged name stays the same object.
 */
export function underOneName(message: Message, canonical: (model: string) => string): Message {
  if (message.role !== 'assistant') return message
  const { origin } = message
  return {
    ...resealed(message),
    items: message.items.map(resealed),
    ...(origin !== undefined && { origin: renamed(origin) }),
  }

  function resealed<T extends { seals?: readonly Seal[] }>(holder: T): T {
    if (holder.seals === undefined) return holder
    return { ...holder, seals: holder.seals.map((seal) => ({ ...seal, issuer: renamed(seal.issuer) })) }
  }

  function renamed(issuer: Issuer): Issuer {
    const model = canonical(issuer.model ?? '')
    return issuer.model === undefined || model === issuer.model ? issuer : { ...issuer, model }
  }
}
