import type { Seal } from '@reason/core/parts'
import type { NotCarried } from '@reason/wire-kit'

/** The signatures of thoughts among seals that this wire format issued. Others are reported as not carried. */
export function signaturesOf(seals: readonly Seal[] | undefined, wire: string, notCarried: NotCarried): readonly Seal[] {
  const all = seals ?? []
  const own = all.filter(({ kind, value, issuer }) => kind === 'thought-signature' && issuer.wire === wire && value !== '')
  if (own.length < all.length) notCarried('seals of other issuers')
  return own
}
