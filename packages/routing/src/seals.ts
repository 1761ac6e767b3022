import { isSameModel, type Issuer } from '@reason/core/conversation'
import type { UpstreamConfig } from './config.ts'

/** An upstream's model name, with a test whether another name means the same model. */
export interface ModelName {
  readonly name: string
  isSame(other: string): boolean
}

/** Maximum number of cached names, because conversations may contain any. */
const remembered = 64

/** @param name - Empty: unknown, which counts as equal to every name. */
export function modelName(name: string): ModelName {
  const known = new Map<string, boolean>()
  return {
    name,
    isSame(other) {
      if (name === '' || name === other) return true
      let same = known.get(other)
      if (same === undefined) {
        if (known.size >= remembered) known.clear()
        known.set(other, (same = isSameModel(name, other)))
      }
      return same
    },
  }
}

/** Whether an upstream can read a seal. A field that is unknown for the upstream or for the seal counts as equal. */
export function canRead({ issuer: own, boundTo }: Pick<UpstreamConfig, 'issuer' | 'boundTo'>, model: ModelName, issuer: Issuer): boolean {
  if (differ(own.wire, issuer.wire)) return false
  if (boundTo.includes('provider') && differ(own.provider, issuer.provider)) return false
  if (boundTo.includes('upstream') && differ(own.upstream, issuer.upstream)) return false
  // Models are compared last, because that parses names.
  return !boundTo.includes('model') || issuer.model === undefined || model.isSame(issuer.model)
}

const differ = (one: string | undefined, other: string | undefined): boolean => one !== undefined && other !== undefined && one !== other

/** Removes duplicate issuers, and keeps the order of their newest seals. Conversations have a seal for each step, nearly all of one issuer. */
export function distinct(issuers: readonly Issuer[]): readonly Issuer[] {
  const kept: Issuer[] = []
  for (let at = issuers.length - 1; at >= 0; at -= 1) {
    const issuer = issuers[at]!
    if (!kept.some((other) => isEqual(issuer, other))) kept.unshift(issuer)
  }
  return kept
}

const isEqual = (one: Issuer, other: Issuer): boolean =>
  one === other ||
  (one.provider === other.provider && one.wire === other.wire && one.model === other.model && one.upstream === other.upstream)

/**
 * Returns the age of the newest seal that an upstream can read.
 *
 * @param sealsOf - In the order of the conversation.
 * @returns 0: the newest seal; 1: only the one before it, and so on; `sealsOf.length`: none.
 */
export function ageOfReadable(upstream: Pick<UpstreamConfig, 'issuer' | 'boundTo'>, model: ModelName, sealsOf: readonly Issuer[]): number {
  const newest = sealsOf.findLastIndex((issuer) => canRead(upstream, model, issuer))
  return sealsOf.length - 1 - newest
}

export const describeIssuer = ({ provider, wire, model }: Issuer): string =>
  [provider ?? wire, model].filter((part) => part !== undefined).join(' ')
