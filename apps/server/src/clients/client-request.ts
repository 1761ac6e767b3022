import type { Stage } from '@reason/core'
import type { AssistantMessage, Conversation } from '@reason/core/conversation'
import { isObject, type Json } from '../json.ts'
import { badRequest, isApiError, type ApiError } from './api-error.ts'
import type { ClientApi, RequestFacts } from './client-api.ts'

/** What the upstream needs back of the reasoning, on its way through a client that may not read it or has no place for it. */
export interface Sealing {
  /** Puts what was sealed back in its place. */
  reopen(conversation: Conversation): Conversation
  /** Adds the seal to an answer. @param record - The message as the upstream sent it. */
  attach(record: () => AssistantMessage): Stage
  /** The client's own format cannot carry all of it, or the client may not see it. */
  isNeeded: boolean
}

/** A request of a client, as far as the gateway reads it. */
export interface ClientRequest extends RequestFacts {
  api: ClientApi
  json: Json
  model: string
  stream: boolean
  /** Once it is known whose the request is. */
  sealing?: Sealing
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
