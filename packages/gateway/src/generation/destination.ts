import type { ClientRequest } from '../client-apis/client-request.ts'
import type { Backend } from './backend.ts'
import type { RequestBytes } from './request-bytes.ts'

/** Upstream and content of a request. Until an answer comes, both may change, so read them each time. */
export interface Destination {
  backend: Pick<Backend, 'upstream' | 'wire' | 'choose' | 'clients' | 'starts'> & Partial<Pick<Backend, 'limits'>>
  /** The request with the upstream's model name and the gateway's additions. */
  request: ClientRequest
  /** The body of `request`. */
  bytes: RequestBytes
}
