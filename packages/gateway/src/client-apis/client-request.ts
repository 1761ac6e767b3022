import type { KeyRecord } from '@reason/keys'
import type { Stage } from '@reason/core'
import type { AssistantMessage, Conversation } from '@reason/core/conversation'
import { excerptOf } from '@reason/wire-kit'
import type { Json } from '../json.ts'
import type { Steps } from '../event-loop/steps.ts'
import type { Style } from '@reason/gateway-api/headers'
import { badRequest, isApiError, type ApiError } from '../errors/api-error.ts'
import type { ClientApi, RequestFacts } from './client-api.ts'
import { readJsonBody } from './body/json-body.ts'
import { mediaOf, type ExtractedMedia } from './body/media-extraction.ts'

/** A message for the model that asks it to come to an end, behind one of the client's messages. */
export interface WrapUp {
  text: string
  /** Index in the client's list of messages, or items. */
  behind: number
}

/** What the upstream needs back of the reasoning, on its way through a client that may not read it or has no place for it. */
export interface Sealing {
  /** Puts what was sealed back in its place. */
  reopen(conversation: Conversation): Steps<Conversation>
  /** Something of what was sealed is in the request that goes to the upstream. */
  hasOpened(): boolean
  /** Something of what was sealed could not be opened. */
  hasLost(): boolean
  /**
   * Adds the seal to an answer.
   *
   * @param record - The message as the upstream sent it.
   * @param isWantedBack - Whether the upstream would get anything back of its reasoning and its seals.
   */
  attach(record: () => AssistantMessage, isWantedBack: (message: AssistantMessage) => boolean): Stage
  /** Whether a later request may need the seals of the answer. */
  readonly isWanted: boolean
  /** It is wanted, and the client's own format cannot carry all of what an upstream gives that speaks another one, or the client may not see it. */
  isNeeded(upstreamFormat: string): boolean
}

/** A request of a client, as far as the gateway reads it. */
export interface ClientRequest extends Omit<RequestFacts, 'json'> {
  api: ClientApi
  json: Json
  model: string
  stream: boolean
  /** Its body is so long that each step of the work on it gets a turn of its own, between which others get theirs. */
  isLong?: boolean
  /** What was taken out of its body, and goes out again with whatever is sent of it. */
  media?: ExtractedMedia
  /** Once it is known whose the request is. */
  sealing?: Sealing
  /** How the client gets the reasoning that it may see. Absent: in the place that its API has for it. */
  style?: Exclude<Style, 'field'>
  /** Messages for the model that ask it to come to an end, as a budget of its key is nearly used up. */
  wrapUps?: readonly WrapUp[]
  /** The effort of its key, where it says nothing of thinking. */
  askEffort?: NonNullable<KeyRecord['askEffort']>
  /** As `readJsonBody` says. Absent: it came as no text. */
  hasRepeats?: () => boolean
  /** Nothing goes back that only its issuer can read: who was asked said that it is not. */
  leavesSeals?: true
}

/** What every request says, whatever it asks for. */
export type Asked = Pick<ClientRequest, 'json' | 'model' | 'media' | 'hasRepeats'>

/**
 * @param isStream - It came where all answers are streams, whatever it says itself.
 * @returns An error that says what to change, for what cannot be sent anywhere.
 */
export async function parseRequest(api: ClientApi, body: Buffer | undefined, isStream = false): Promise<ClientRequest | ApiError> {
  const read = await readJsonBody(body, api.example ?? usualExample)
  if (isApiError(read)) return read
  const request = requestOf(api, read.json, isStream)
  const { isLong, hasRepeats } = read
  return isApiError(request) ? request : { ...request, hasRepeats, ...(isLong && { isLong }), ...mediaIn(body) }
}

const usualExample = '{"model": "...", "messages": [...]}'

/** @returns As `parseRequest` does, of a body that was read. */
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

/** @param example - A valid body, for the message. @returns An error that says what to change, if the body is invalid. */
export async function parseAsked(body: Buffer | undefined, example: string): Promise<Asked | ApiError> {
  const read = await readJsonBody(body, example)
  if (isApiError(read)) return read
  const asked = askedOf(read.json)
  return isApiError(asked) ? asked : { ...asked, hasRepeats: read.hasRepeats, ...mediaIn(body) }
}

function mediaIn(body: Buffer | undefined): Pick<ClientRequest, 'media'> {
  const media = body && mediaOf(body)
  return media === undefined ? {} : { media }
}

function askedOf(json: Json): Asked | ApiError {
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

/** Names of models stand in logs, traces and messages. */
function nameProblem(model: string): ApiError | undefined {
  if (model.length > longestName)
    return badRequest(`The name of the model has ${model.length} characters. Send ${longestName} at most.`, 'model', 'invalid_value')
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(model))
    return badRequest('The name of the model has control characters or half characters. Send printable text.', 'model', 'invalid_value')
  return undefined
}

/** Some parsers do not mind the case of a name: the upstream, which gets the client's own bytes, could take another model than the one that the key was asked for. */
function otherModel(json: Json): ApiError | undefined {
  const other = Object.keys(json).find((name) => name !== 'model' && name.toLowerCase() === 'model')
  return other === undefined ? undefined : badRequest(`The body has "${other}" beside "model". Leave it out.`, other, 'invalid_value')
}
