import type { ClientRequest } from '../../client-apis/client-request.ts'
import { asList } from '../../json.ts'
import type { Asking } from './directive.ts'
import { withFields } from './pending-body.ts'

/** Speech is streamed in one encoding alone, and models that speak do not reason. */
export const mayBeStreamed = ({ json }: Pick<ClientRequest, 'json'>): boolean => !asList(json['modalities']).includes('audio')

/**
 * The request for a whole answer as one for a stream, which the gateway collects. Reasoning can be stopped in a stream alone: a whole answer
 * comes when all of it was thought, and is billed.
 */
export function streamedInside({ request, bytes }: Asking): Asking {
  const stream = true
  return { request: { ...request, json: { ...request.json, stream }, stream }, bytes: withFields(bytes, request, { stream }) }
}
