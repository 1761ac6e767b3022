import { isUtf8 } from 'node:buffer'
import type { Stage } from '@reason/core'
import type { AssistantMessage, Conversation } from '@reason/core/conversation'
import { parseExact } from '@reason/core/wire-kit'
import { isObject, type Json } from '../json.ts'
import { badRequest, isApiError, type ApiError } from './api-error.ts'
import type { ClientApi, RequestFacts } from './client-api.ts'

/** What the upstream needs back of the reasoning, on its way through a client that may not read it or has no place for it. */
export interface Sealing {
  /** Puts what was sealed back in its place. */
  reopen(conversation: Conversation): Conversation
  /** Something of what was sealed is in the request that goes to the upstream. */
  hasOpened(): boolean
  /** Something of what was sealed could not be opened. */
  hasLost(): boolean
  /** Adds the seal to an answer. @param record - The message as the upstream sent it. */
  attach(record: () => AssistantMessage): Stage
  /** Somebody may want back what is sealed of the answer. */
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
  /** Once it is known whose the request is. */
  sealing?: Sealing
  /** Nothing goes back that only its issuer can read: who was asked said that it is not. */
  leavesSeals?: true
}

/** What every request says, whatever it asks for. */
export type Asked = Pick<ClientRequest, 'json' | 'model'>

/**
 * @param isStream - It came where all answers are streams, whatever it says itself.
 * @returns An error that says what to change, for what cannot be sent anywhere.
 */
export function parseRequest(api: ClientApi, body: Buffer | undefined, isStream = false): ClientRequest | ApiError {
  const asked = parseAsked(body)
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

/** @param example - What a body looks like. @returns An error that says what to change, where nobody could be asked. */
export function parseAsked(body: Buffer | undefined, example = '{"model": "...", "messages": [...]}'): Asked | ApiError {
  if (body !== undefined && !isUtf8(body)) return badRequest('The body is not UTF-8, in which JSON is sent. Encode it so.')
  const { fields, isTooDeep, hasLongNumber } = measure(body ?? nothing)
  if (isTooDeep) return badRequest(`The body nests deeper than ${deepest} levels. Send it flatter.`)
  const json = parse(body, hasLongNumber)
  if (!isObject(json)) return badRequest(`The body is not a JSON object. Send ${example}.`)
  const { model } = json
  if (typeof model !== 'string' || model === '') {
    return badRequest('The request names no model. Add "model"; GET /v1/models lists what there is.', 'model', 'missing_required_parameter')
  }
  return nameProblem(model) ?? ambiguity(json, fields) ?? { json, model }
}

/** Far below what ends the stack of whatever walks through it, here or at an upstream. */
const deepest = 200
const nothing = Buffer.alloc(0)

/** What of a body shows before it is parsed. What is wrong with it otherwise is found by who parses. */
interface Measure {
  /** How many fields the outermost object has, each as often as it is written. */
  fields: number
  /** Nothing may walk through it. */
  isTooDeep: boolean
  /** A number may have more digits than JavaScript's have. */
  hasLongNumber: boolean
}

export function measure(json: Buffer): Measure {
  let depth = 0
  let fields = 0
  let inString = false
  let digits = 0
  let hasLongNumber = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!
    if (inString) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inString = false
    } else if (byte >= 0x30 && byte <= 0x39) {
      if (++digits === 16) hasLongNumber = true
      continue
    } else if (byte === 0x22) inString = true
    else if (byte === 0x3a) {
      if (depth === 1) fields++
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepest) return { fields, isTooDeep: true, hasLongNumber }
    } else if (byte === 0x5d || byte === 0x7d) depth--
    digits = 0
  }
  return { fields, isTooDeep: false, hasLongNumber }
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

/**
 * Parsers differ in which of two fields of one name they take, and some do not mind the case of a name: the upstream, which gets the client's own
 * bytes, could take another model than the one that the key was asked for.
 */
function ambiguity(json: Json, fields: number): ApiError | undefined {
  const names = Object.keys(json)
  if (names.length !== fields) return badRequest('The body gives a field twice. Keep one of them.', null, 'invalid_value')
  const other = names.find((name) => name !== 'model' && name.toLowerCase() === 'model')
  return other === undefined ? undefined : badRequest(`The body has "${other}" beside "model". Leave it out.`, other, 'invalid_value')
}

function parse(body: Buffer | undefined, hasLongNumber: boolean): unknown {
  try {
    const text = String(body)
    const json: unknown = JSON.parse(text)
    return hasLongNumber ? withExact(json, parseExact(text)) : json
  } catch {
    return undefined
  }
}

/** Values that go on as they are: arguments of earlier calls, and schemas. What the gateway reads itself has to be numbers. */
const passedOn: ReadonlySet<string> = new Set(['answer_schema', 'input', 'input_schema', 'parameters', 'schema'])

/** @param exact - The same, with numbers that keep their digits. */
function withExact(json: unknown, exact: unknown): unknown {
  if (Array.isArray(json)) return json.map((one, index) => withExact(one, (exact as unknown[])[index]))
  if (!isObject(json)) return json
  const of = exact as Json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, passedOn.has(name) && isObject(value) ? of[name] : withExact(value, of[name])]),
  )
}
