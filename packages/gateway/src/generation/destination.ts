import type { ClientRequest } from '../client-apis/client-request.ts'
import type { Backend } from './backend.ts'
import type { RequestBytes } from './request-bytes.ts'

export interface RequestContent {
  request: ClientRequest
  /** The body of `request`. */
  bytes: RequestBytes
}

/**
 * Upstream and content of a request. The request has the upstream's model name and the gateway's additions. Until an answer comes, both may
 * change, so read them each time.
 */
export interface Destination extends RequestContent {
  backend: Pick<Backend, 'upstream' | 'wire' | 'choose' | 'clientFormats' | 'starts'> & Partial<Pick<Backend, 'limits'>>
}
