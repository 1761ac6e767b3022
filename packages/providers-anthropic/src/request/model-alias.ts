import type { Seal } from '@reason/core'
import type { Issuer, Message } from '@reason/core/conversation'

/** `claude-sonnet-4-0` is an alias of the first version, which else is named without it. */
export const canonicalModel = (model: string): string => model.replace(/^(.*claude-(?:opus|sonnet|haiku)-\d+)-0$/, '$1')

const canonicalIssuer = <T extends Issuer>(issuer: T): T =>
  issuer.model === undefined ? issuer : { ...issuer, model: canonicalModel(issuer.model) }

const canonicalSeals = <T extends { seals?: readonly Seal[] }>(holder: T): T =>
  holder.seals === undefined
    ? holder
    : { ...holder, seals: holder.seals.map((seal) => ({ ...seal, issuer: canonicalIssuer(seal.issuer) })) }

/** A message whose seals and origin name models as `canonicalModel` does. */
export function underOneName(message: Message): Message {
  if (message.role !== 'assistant') return message
  const { origin } = message
  return {
    ...canonicalSeals(message),
    items: message.items.map(canonicalSeals),
    ...(origin !== undefined && { origin: canonicalIssuer(origin) }),
  }
}
