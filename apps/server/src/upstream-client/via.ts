import { randomBytes } from 'node:crypto'
import { type ApiError, badRequest } from '@reason/gateway/errors'

/** Entry of this process in the header `via` of its requests to upstreams (RFC 9110, section 7.6.3). */
export const via = `1.1 reason-${randomBytes(8).toString('hex')}`

/** Error for a request that this process sent itself. Each of them would send the next one, until no connection is left. */
export const loopRefusal = (passed: string | undefined): ApiError | undefined => (passed?.includes(via) === true ? loop : undefined)

const loop = {
  ...badRequest('An upstream of this gateway leads back to the gateway. Correct its address.', null, 'request_loop'),
  status: 508,
}
