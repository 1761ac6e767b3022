import type { ClientRequest } from '../../client-apis/client-request.ts'
import { asList } from '../../json.ts'
import { withFields } from './pending-body.ts'
import type { RequestContent } from '../../generation/destination.ts'

/** False for requests for speech, which can be streamed in one encoding only. Models that speak do not reason. */
export const mayBeStreamed = ({ json }: Pick<ClientRequest, 'json'>): boolean => !asList(json['modalities']).includes('audio')

/**
 * Turns a request for a whole answer into a streamed one, which the gateway collects. Reasoning can only be stopped in a stream. A whole
 * answer arrives after all of the reasoning is done and billed.
 */
export function streamedInside({ request, bytes }: RequestContent): RequestContent {
  const stream = true
  return { request: { ...request, json: { ...request.json, stream }, stream }, bytes: withFields(bytes, request, { stream }) }
}
