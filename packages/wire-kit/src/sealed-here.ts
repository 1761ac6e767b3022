import type { Seal } from '@reason/core/parts'

/** `issuer.wire` of a value that a gateway of ours sealed. */
const OURS = 'reason'

/**
 * Whether a gateway of ours sealed it, which can open it again. It is no provider's: writers of responses carry it in the opaque field
 * that their format has, and whoever writes a request has opened it before.
 */
export const isSealedHere = ({ issuer }: Pick<Seal, 'issuer'>): boolean => issuer.wire === OURS
