import type { Seal } from '@reason/core/parts'

/** `issuer.wire` of a value that a gateway of ours sealed. */
const OURS = 'reason'

/**
 * Whether one of our gateways made the seal and can open it again. Writers of responses put such a seal into the opaque field of
 * their format. Writers of requests never see one, as the gateway opens it first.
 */
export const isSealedHere = ({ issuer }: Pick<Seal, 'issuer'>): boolean => issuer.wire === OURS
