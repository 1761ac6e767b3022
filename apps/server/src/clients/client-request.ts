import { isObject, type Json } from '../json.ts'
import { badRequest, isApiError, type ApiError } from './api-error.ts'
import type { ClientApi, RequestFacts } from './client-api.ts'

/** A request of a client, as far as the gateway reads it. */
export interface ClientRequest extends RequestFacts {
  api: ClientApi
  json: Json
  model: string
  stream: boolean
}

/** @returns An error that says what to change, for what cannot be sent anywhere. */
export function parseRequest(api: ClientApi, body: Buffer): ClientRequest | ApiError {
  const json = parse(body)
  if (!isObject(json)) return badRequest('The body is not a JSON object. Send {"model": "...", "messages": [...]}.')
  const { model, stream } = json
  if (typeof model !== 'string' || model === '') {
    return badRequest('The request names no model. Add "model"; GET /v1/models lists what there is.', 'model', 'missing_required_parameter')
  }
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') {
    return badRequest(`"stream" is ${JSON.stringify(stream)}, but must be true or false.`, 'stream', 'invalid_type')
  }
  const facts = api.read(json)
  return isApiError(facts) ? facts : { api, json, model, stream: stream === true, ...facts }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
