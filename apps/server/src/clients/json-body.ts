import { isUtf8 } from 'node:buffer'
import { excerptOf, parseExact } from '@reason/core/wire-kit'
import { isObject, type Json } from '../json.ts'
import { badRequest, type ApiError } from './api-error.ts'

/**
 * The object that a body holds. Parsers differ in which of two fields of one name they take: an upstream, which gets the client's own bytes,
 * could read another request than the gateway, and so there is none.
 *
 * @param example - What a body looks like.
 * @returns An error that says what to change, where it holds none.
 */
export function readJsonBody(body: Buffer | undefined, example: string): { json: Json } | ApiError {
  if (body === undefined || body.length === 0) return badRequest(`The body is empty. Send ${example}.`)
  if (!isUtf8(body)) return badRequest('The body is not UTF-8, in which JSON is sent. Encode it so.')
  const { fields, isTooDeep, hasLongNumber } = measure(body)
  if (isTooDeep) return badRequest(`The body nests deeper than ${deepest} levels. Send it flatter.`)
  let json: unknown
  try {
    json = parse(String(body), hasLongNumber)
  } catch (error) {
    return badRequest(`The body is not JSON (${reasonOf(error as Error)}). Send ${example}.`)
  }
  if (!isObject(json)) return badRequest(`The body is ${kindOf(json)}, and not a JSON object. Send ${example}.`)
  if (Object.keys(json).length === fields) return { json }
  const name = repeatedName(body)
  return badRequest(`The body gives ${excerptOf(name)} twice. Keep one of them.`, name, 'invalid_value')
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

/** Of the fields of the outermost object, where there is one that is written twice. */
function repeatedName(json: Buffer): string {
  const names = new Set<string>()
  let depth = 0
  let name = ''
  /** Of the last text, which is a name where a colon follows. */
  let begin = 0
  let end = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!
    if (byte === 0x22) {
      begin = at
      while (++at < json.length && json[at] !== 0x22) if (json[at] === 0x5c) at++
      end = at + 1
    } else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte === 0x3a && depth === 1) {
      name = JSON.parse(json.toString('utf8', begin, end)) as string
      if (names.has(name)) break
      names.add(name)
    }
  }
  return name
}

/** Without what V8 quotes of the text: it may be long, and messages get around. */
const reasonOf = ({ message }: Error): string => message.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '')

const kindOf = (json: unknown): string => (Array.isArray(json) ? 'a list' : json === null ? 'null' : `a ${typeof json}`)

/** @throws {SyntaxError} */
function parse(text: string, hasLongNumber: boolean): unknown {
  const json: unknown = JSON.parse(text)
  return hasLongNumber ? withExact(json, parseExact(text)) : json
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
