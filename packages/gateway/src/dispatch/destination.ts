import type { ClientRequest } from '../client-apis/client-request.ts'
import type { Backend } from './backend.ts'
import type { RequestBytes } from './request/pending-body.ts'

/** Where a request goes, and as what. While nothing has come back it may change, so it is to be read anew each time. */
export interface Destination {
  backend: Pick<Backend, 'upstream' | 'wire' | 'choose' | 'clients' | 'starts'> & Partial<Pick<Backend, 'limits'>>
  /** With the name that the upstream has for the model, and what it is asked besides. */
  request: ClientRequest
  /** The body of `request`. */
  bytes: RequestBytes
}
