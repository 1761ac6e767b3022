import { randomBytes } from 'node:crypto'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import type { Head } from '../head.ts'

/** Creates a gateway's entry in the header `via` of its requests to upstreams (RFC 9110, section 7.6.3). */
export const newVia = (): string => `1.1 reason-${randomBytes(8).toString('hex')}`

/** The header `via` of a request to an upstream: entries of the client's request, then the gateway's own. */
export const viaOf = ({ via }: Head, own: string): string => [via ?? [], own].flat().join(', ')

/** Error for a request that this gateway sent itself. Each of them would send the next one, until no connection is left. */
export const loopRefusal = ({ via }: Head, own: string): ApiError | undefined => (via?.includes(own) === true ? loop : undefined)

const loop = badRequest('An upstream of this gateway leads back to the gateway. Correct its address.', null, 'request_loop', 508)
