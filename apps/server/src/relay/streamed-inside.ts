import type { ClientRequest } from '../clients/client-request.ts'
import { asList } from '../json.ts'

interface Asking {
  request: ClientRequest
  bytes: Buffer
}

/** Speech is streamed in one encoding alone, and models that speak do not reason. */
export const mayBeStreamed = ({ json }: Pick<ClientRequest, 'json'>): boolean => !asList(json['modalities']).includes('audio')

/**
 * The request for a whole answer as one for a stream, which the gateway collects. Reasoning can be stopped in a stream alone: a whole answer
 * comes when all of it was thought, and is billed.
 */
export function streamedInside({ request, bytes }: Asking): Asking {
  const json = { ...request.json, stream: true }
  return { request: { ...request, json, stream: true }, bytes: withStream(bytes, json, 'stream' in request.json) }
}

/** Behind the client's own fields, byte for byte; the body is written anew only where the client has said that it wants no stream. */
function withStream(bytes: Buffer, json: object, isSaid: boolean): Buffer {
  if (isSaid) return Buffer.from(JSON.stringify(json))
  const end = bytes.lastIndexOf('}')
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(',"stream":true}')])
}
