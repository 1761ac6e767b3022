import type { Seal } from '@reason/core'
import type { Issuer, Message } from '@reason/core/conversation'

/** The model behind an id as it stands in URLs: without the escapes, the ARN, the group of regions and the version of the hosting. */
export function canonicalModel(id: string): string {
  const plain = id.replaceAll(/%3a/gi, ':').replaceAll(/%2f/gi, '/')
  return plain
    .slice(plain.lastIndexOf('/') + 1)
    .replace(/^(?:us-gov|us|eu|apac|jp|au|ca|sa|global)\./, '')
    .replace(/-v\d+(?::\d+\w*)?$/, '')
}

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
