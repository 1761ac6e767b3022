import type { Seal } from '@reason/core/parts'

/** `issuer.wire` of a value that a Reason gateway sealed. */
const OURS = 'reason'

/**
 * True if a Reason gateway made the seal and can open it again. Response writers put such a seal into the opaque field
 * of their format. Request writers never see one, as the gateway opens it first.
 */
export const isSealedHere = ({ issuer }: Pick<Seal, 'issuer'>): boolean => issuer.wire === OURS
