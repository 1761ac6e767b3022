import { isUtf8 } from 'node:buffer'
import { excerptOf, parseExact } from '@reason/wire-kit'
import { isObject, type Json } from '../../json.ts'
import { parseInTurns } from '../../event-loop/json-parsing.ts'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { mostInName, scanShape, type JsonShape } from '../../bounds/json-shape.ts'
import { merged } from '../named-models.ts'
import { backslash, closeList, closeObject, colon, openList, openObject, quote } from '../../structures/json-characters.ts'
import { nextTurn } from '../../event-loop/slices.ts'

/**
 * Parses the JSON object in a body. An object with two fields of one name is refused: parsers differ in which they use. The upstream, which
 * gets the client's own bytes, could read another request than the gateway. A large body is parsed in slices, so that other requests get
 * their turn.
 *
 * @param example - A valid body, for the error.
 * @returns The object, or an error with a fix.
 */
export async function readJsonBody(body: Buffer | undefined, example: string): Promise<JsonBody | ApiError> {
  if (body === undefined || body.length === 0) return badRequest(`The body is empty. Send ${example}.`)
  if (body.length > quick) await nextTurn()
  if (!isUtf8(body)) return badRequest('The body is not UTF-8. Encode the JSON in UTF-8.')
  const shape = await scanned(body)
  const tooMuch = excessOf(shape)
  if (tooMuch !== undefined) return badRequest(`The body ${tooMuch}.`)
  const isLong = body.length > slice || shape.parts > fewParts || shape.values > fewValues
  let json: unknown
  try {
    json = isLong ? await parseInTurns(body, passedOn) : shape.hasLongNumber ? parseExact(String(body), passedOn) : JSON.parse(String(body))
  } catch (error) {
    return badRequest(`The body is not JSON (${reasonOf(error as Error)}). Send ${example}.`)
  }
  if (!isObject(json)) return badRequest(`The body is ${kindOf(json)}, and not a JSON object. Send ${example}.`)
  const inside = json[merged]
  if (isObject(inside) && Object.keys(inside).length > mostFields) return badRequest(`The body ${tooManyFields}.`)
  if (Object.keys(json).length === shape.fields) return { json, isLong, hasRepeats: () => partsIn(json) < shape.parts }
  const name = repeatedName(body)
  return badRequest(`The body gives ${excerptOf(name)} twice. Keep one of them.`, name, 'invalid_value')
}

export interface JsonBody {
  json: Json
  isLong: boolean
  /** True if a nested object has two fields of one name, of which an upstream may use the other. Takes time linear in the number of values. */
  hasRepeats(): boolean
}

/** Number of lists, objects and fields, as `scanShape` counts them. A long number in exact form counts as none. */
function partsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === null) return 0
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.reduce<number>((sum, one) => sum + partsIn(one), Array.isArray(value) ? 1 : 1 + inner.length)
}

/** Deepest nesting. Far below the depth that overflows the stack, here or at an upstream. */
const deepest = 200

/** Maximum number of lists, objects and fields. A conversation of 5,000 messages with calls has 62,500, and is longer than any model's context. */
export const mostParts = 65_000

/** Maximum number of fields of the outermost object, and of the one that is merged into it. Formats have up to 50. */
const mostFields = 1000
const tooManyFields = `has more than ${mostFields} fields. Send those that are needed`

/** Maximum number of fields of any object: its names are read, checked and written in one step. Vocabularies of biased tokens are the longest. */
const mostInObject = 20_000

/** Up to these counts, parsing and writing a body takes too little time to delay other requests. */
const fewParts = 10_000
const fewValues = 50_000

/** Maximum number of values. Higher, because numbers are cheap and clients may send text as token ids: OpenAI embeds 300,000 at once. */
const mostValues = 310_000

/** The limit that a JSON text exceeds, with a fix. Undefined: none. */
function excessOf({ depth, fields, widest, longestName, parts, values }: JsonShape): string | undefined {
  if (depth > deepest) return `nests deeper than ${deepest} levels. Send it flatter`
  if (fields > mostFields) return tooManyFields
  if (widest > mostInObject) return `has an object with more than ${mostInObject} fields. Send less at once`
  if (longestName > mostInName) return `has a field whose name has ${longestName} bytes. Send ${mostInName} at most`
  if (parts > mostParts) return `has more than ${mostParts} lists, objects and fields. Send less at once`
  if (values > mostValues) return `has more than ${mostValues} values. Send less at once`
  return undefined
}

/** Bytes that a body may have to be read in the turn in which it arrives. Dozens may arrive in one turn. */
const quick = 65_536

/** Bytes scanned in one turn of the event loop. */
const slice = 1_048_576

/** Scans a body up to the first limit that it exceeds. */
async function scanned(json: Buffer): Promise<JsonShape> {
  const scan = scanShape()
  for (let from = 0; from < json.length && excessOf(scan.shape) === undefined; from += slice) {
    if (from > 0) await nextTurn()
    scan.push(json.subarray(from, from + slice))
  }
  return scan.shape
}

/** Name of the field that the outermost object has twice. */
function repeatedName(json: Buffer): string {
  const names = new Set<string>()
  let depth = 0
  let name = ''
  /** Offsets of the last string, which is a name if a colon follows. */
  let begin = 0
  let end = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!
    if (byte === quote) {
      begin = at
      while (++at < json.length && json[at] !== quote) if (json[at] === backslash) at++
      end = at + 1
    } else if (byte === openObject || byte === openList) depth++
    else if (byte === closeObject || byte === closeList) depth--
    else if (byte === colon && depth === 1) {
      name = JSON.parse(json.toString('utf8', begin, end)) as string
      if (names.has(name)) break
      names.add(name)
    }
  }
  return name
}

/** Removes V8's quotation of the text. The text may be long or confidential, and error messages are logged. */
const reasonOf = ({ message }: Error): string => message.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '')

const kindOf = (json: unknown): string => (Array.isArray(json) ? 'a list' : json === null ? 'null' : `a ${typeof json}`)

/**
 * Fields whose values are passed on unchanged, so that long numbers keep their digits: arguments of earlier calls, and schemas. Fields that
 * the gateway reads have to be numbers.
 */
const passedOn: ReadonlySet<string> = new Set(['answer_schema', 'input', 'input_schema', 'parameters', 'schema'])
