import type { KeyRecord } from '@reason/keys'
import type { Stage } from '@reason/core'
import type { AssistantMessage, Conversation } from '@reason/core/conversation'
import { excerptOf, type Steps } from '@reason/wire-kit'
import type { Json } from '../json.ts'
import type { Style } from '@reason/gateway-api/headers'
import { badRequest, isApiError, type ApiError } from '../errors/api-error.ts'
import type { ClientApi, ClientRequestFacts } from './client-api.ts'
import { readJsonBody } from './body/json-body.ts'
import { mediaOf, type ExtractedMedia } from './body/media-extraction.ts'

/** A message that asks the model to finish, placed after a message of the client. */
export interface WrapUp {
  text: string
  /** Index in the client's list of messages, or items. */
  behind: number
}

/** Seals reasoning that the upstream needs back, if the client may not read it or its format has no field for it. */
export interface Sealing {
  /** Restores the sealed content in a conversation. */
  reopen(conversation: Conversation): Steps<Conversation>
  /** True if the upstream request contains restored content. */
  hasOpened(): boolean
  /** True if some sealed content could not be opened. */
  hasLost(): boolean
  /**
   * Adds the seal to an answer.
   *
   * @param record - Returns the message as the upstream sent it.
   * @param isWantedBack - Whether the upstream would get any of its reasoning or seals back.
   */
  attach(record: () => AssistantMessage, isWantedBack: (message: AssistantMessage) => boolean): Stage
  /** True if a later request may need the seals of the answer. */
  readonly isWanted: boolean
  /** True if a seal is wanted, and the client cannot carry the content openly: its format differs from the upstream's, or it may not see the content. */
  isNeeded(upstreamFormat: string): boolean
}

/** A request of a client, as the gateway reads it. */
export interface ClientRequest extends Omit<ClientRequestFacts, 'json'> {
  api: ClientApi
  json: Json
  model: string
  stream: boolean
  /** The body is long, so that work on it is done in slices between other requests. */
  isLong?: boolean
  /** Media that were extracted from the body, to be restored in each upstream request. */
  media?: ExtractedMedia
  /** Set when the client is identified. */
  sealing?: Sealing
  /** How the client gets the reasoning that it may see. Absent: in the field that its API has for it. */
  style?: Exclude<Style, 'field'>
  /** Messages that ask the model to finish, because a budget of the key is nearly used up. */
  wrapUps?: readonly WrapUp[]
  /** Stop sequences that the gateway compares with the answer. The body does not have them. */
  answerStops?: readonly string[]
  /** Default effort of the key, for a request that does not set thinking. */
  askEffort?: NonNullable<KeyRecord['askEffort']>
  /** See `JsonBody`. Absent: the request was not parsed from text. */
  hasRepeats?: () => boolean
  /** Content that only its issuer can read is left out, because the upstream has reported that it is not the issuer. */
  leavesSeals?: true
}

export type RequestBasics = Pick<ClientRequest, 'json' | 'model' | 'media' | 'hasRepeats'>

/**
 * @param isStream - All answers on this connection are streams, whatever the request sets.
 * @returns The request, or an error with a fix.
 */
export async function parseRequest(api: ClientApi, body: Buffer | undefined, isStream = false): Promise<ClientRequest | ApiError> {
  const read = await readJsonBody(body, api.example ?? usualExample)
  if (isApiError(read)) return read
  const request = requestOf(api, read.json, isStream)
  const { isLong, hasRepeats } = read
  return isApiError(request) ? request : { ...request, hasRepeats, ...(isLong && { isLong }), ...mediaIn(body) }
}

const usualExample = '{"model": "...", "messages": [...]}'

/** Reads a parsed body. @returns See `parseRequest`. */
export function requestOf(api: ClientApi, body: Json, isStream = false): ClientRequest | ApiError {
  const asked = askedOf(body)
  if (isApiError(asked)) return asked
  const { model } = asked
  const { stream: said } = asked.json
  if (said !== undefined && said !== null && typeof said !== 'boolean') {
    return badRequest(`"stream" is ${JSON.stringify(said)}, but must be true or false.`, 'stream', 'invalid_type')
  }
  const stream = isStream || said === true
  const json = isStream ? { ...asked.json, stream } : asked.json
  const facts = api.read(json)
  return isApiError(facts) ? facts : { api, json, model, stream, ...facts }
}

/**
 * @param example - A valid body, for the error.
 * @returns The request, or an error with a fix.
 */
export async function parseAsked(body: Buffer | undefined, example: string): Promise<RequestBasics | ApiError> {
  const read = await readJsonBody(body, example)
  if (isApiError(read)) return read
  const asked = askedOf(read.json)
  return isApiError(asked) ? asked : { ...asked, hasRepeats: read.hasRepeats, ...mediaIn(body) }
}

function mediaIn(body: Buffer | undefined): Pick<ClientRequest, 'media'> {
  const media = body && mediaOf(body)
  return media === undefined ? {} : { media }
}

function askedOf(json: Json): RequestBasics | ApiError {
  const { model } = json
  if (model === undefined || model === null || model === '') {
    return badRequest('The request names no model. Add "model"; GET /v1/models lists the models.', 'model', 'missing_required_parameter')
  }
  if (typeof model !== 'string') {
    return badRequest(`"model" is ${excerptOf(model)}, but must be the name of a model, in quotes.`, 'model', 'invalid_type')
  }
  return nameProblem(model) ?? otherModel(json) ?? { json, model }
}

const longestName = 512

/** The error for an unsafe model name. Names appear in logs, traces and messages. */
function nameProblem(model: string): ApiError | undefined {
  if (model.length > longestName)
    return badRequest(`The name of the model has ${model.length} characters. Send ${longestName} at most.`, 'model', 'invalid_value')
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(model))
    return badRequest('The name of the model has control characters or half characters. Send printable text.', 'model', 'invalid_value')
  // The path of a local model may begin so.
  if (/[^/\\.][/\\]+\.{1,2}(?:[/\\]|$)/.test(model))
    return badRequest(
      'The name of the model has "." or ".." behind a slash. Send the name as GET /v1/models lists it.',
      'model',
      'invalid_value',
    )
  return undefined
}

/** The error for a second model field. Some parsers ignore case, so the upstream could use another model than the one that the key was checked for. */
function otherModel(json: Json): ApiError | undefined {
  const other = Object.keys(json).find((name) => name !== 'model' && name.toLowerCase() === 'model')
  return other === undefined ? undefined : badRequest(`The body has "${other}" beside "model". Leave it out.`, other, 'invalid_value')
}
