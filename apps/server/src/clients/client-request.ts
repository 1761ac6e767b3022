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
  const asked = parseAsked(body, api.example)
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
  if (body === undefined || body.length === 0) return badRequest(`The body is empty. Send ${example}.`)
  const { fields, isTooDeep, hasLongNumber } = measure(body)
  if (isTooDeep) return badRequest(`The body nests deeper than ${deepest} levels. Send it flatter.`)
  const json = parse(body, hasLongNumber)
  if (json instanceof SyntaxError) return badRequest(`The body is not JSON (${reasonOf(json)}). Send ${example}.`)
  if (!isObject(json)) return badRequest(`The body is ${kindOf(json)}, and not a JSON object. Send ${example}.`)
  const { model } = json
  if (typeof model !== 'string' || model === '') {
    if (model !== undefined && model !== null && model !== '') {
      return badRequest(`"model" is ${excerptOf(model)}, but must be the name of a model, in quotes.`, 'model', 'invalid_type')
    }
    return badRequest('The request names no model. Add "model"; GET /v1/models lists what there is.', 'model', 'missing_required_parameter')
  }
  return nameProblem(model) ?? ambiguity(json, fields, body) ?? { json, model }
}

/** Far below what ends the stack of whatever walks through it, here or at an upstream. */
const deepest = 200

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
function ambiguity(json: Json, fields: number, body: Buffer): ApiError | undefined {
  const names = Object.keys(json)
  if (names.length !== fields) {
    const name = repeatedName(body)
    return badRequest(`The body gives ${excerptOf(name)} twice. Keep one of them.`, name, 'invalid_value')
  }
  const other = names.find((name) => name !== 'model' && name.toLowerCase() === 'model')
  return other === undefined ? undefined : badRequest(`The body has "${other}" beside "model". Leave it out.`, other, 'invalid_value')
}

/** Of the fields of the outermost object, where there is one that is written twice. */
function repeatedName(json: Buffer): string {
  const names = new Set<string>()
  let depth = 0
  let name = ''
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!
    if (byte === 0x22) {
      const begin = at
      while (json[++at] !== 0x22) if (json[at] === 0x5c) at++
      if (depth === 1) name = JSON.parse(json.toString('utf8', begin, at + 1)) as string
    } else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte === 0x3a && depth === 1) {
      if (names.has(name)) return name
      names.add(name)
    }
  }
  return name
}

function parse(body: Buffer, hasLongNumber: boolean): unknown {
  try {
    const text = String(body)
    const json: unknown = JSON.parse(text)
    return hasLongNumber ? withExact(json, parseExact(text)) : json
  } catch (error) {
    return error
  }
}

/** Without what V8 quotes of the text: it may be long, and messages get around. */
const reasonOf = ({ message }: SyntaxError): string => message.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '')

const kindOf = (json: unknown): string => (Array.isArray(json) ? 'a list' : json === null ? 'null' : `a ${typeof json}`)

/** A value as it was sent, as far as it fits into a sentence. */
function excerptOf(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
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
