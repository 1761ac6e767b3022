import type { Part } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { atOnce } from '@reason/wire-kit'
import { mostInName } from './json-shape.ts'
import { backslash, closeList, closeObject, colon, comma, openList, openObject, quote } from '../structures/json-characters.ts'

/** An answer exceeds a limit. The message names the limit. */
export class TooLargeError extends Error {}

/** Maximum number of objects in one list (sources, rows in arguments), and of fields in one object. */
const mostInList = 10_000

/** Maximum number of values in one event or whole answer. Log probabilities take about 100 values for each token. */
const mostValues = 2_000_000

/**
 * Maximum number of values, lists and objects in all events whose content is kept to the end of the answer. Written as `{},`, a value takes 20 times its bytes
 * in memory.
 */
const mostKept = 4_000_000
/** Values that an event counts for in addition, because the event itself is kept, too. */
const perEvent = 16

/** Deepest nesting, as in requests (`json-body.ts`): a client could not send a deeper value back. Writing deep values takes long. */
const deepest = 200

/**
 * Most calls and blocks of an answer. Seals and traces search their record of an answer for each of them. A whole answer is read from one
 * list and written to one, in one step. The limit leaves room for reasoning and text around each call.
 */
const mostCalls = 1000
const mostBlocks = 2500

/**
 * Characters of the arguments of all calls. They are parsed in one step, and in a stream of some APIs repeated at its end. Models write half a megabyte at most.
 */
const mostArguments = 2_097_152

/** Bytes of text, as JSON, in a stream whose last events repeat all of it: these are written in one step. JSON writes a control character as six bytes. */
const mostRepeated = 2_097_152
/** Text of so many characters is short, however it is escaped. */
const shortText = 65_536

/** Smallest limit on choices. It applies to each answer, because providers have several names for the field that asks for choices. */
const leastChoices = 16

/** Size in UTF-16 units up to which events are parsed at once, without a scan. They are too small to do harm. */
export const harmless = 16_384

/** Limits answers by counts in addition to bytes. A megabyte of `{},` would take the time and memory of a thousand answers. */
export interface AnswerBounds {
  /**
   * Checks a long event before it is parsed, in steps.
   *
   * @returns The number of its values, lists and objects, for `kept`.
   * @throws {TooLargeError}
   */
  event(data: string): Generator<void, number>
  /**
   * Checks a part as it was read, before any stage.
   *
   * @throws {TooLargeError}
   */
  choice(part: Part): void
  /**
   * Checks a part of the split answer.
   *
   * @throws {TooLargeError}
   */
  part(part: Part): void
  /**
   * Counts an event that is kept as it is, or one without parts: its reader may keep it, as a piece of a signature.
   *
   * @param values - What `event` returned. Absent: they are counted here, which takes long for a long event.
   * @throws {TooLargeError}
   */
  kept(data: string, hasParts?: boolean, values?: number): void
  /** Text that passed unread. */
  passed(part: DeltaPart): void
}

/**
 * @param asked - Number of choices that the request asked for.
 * @param repeatsText - The client gets a stream whose last events repeat its text.
 * @param keepsAll - All parts are kept to the end of the answer.
 * @param limit - Most characters of all events that are kept.
 */
export function createAnswerBounds(
  asked: number,
  repeatsText = false,
  keepsAll = repeatsText,
  limit = Number.POSITIVE_INFINITY,
): AnswerBounds {
  const most = Math.max(asked, leastChoices)
  let choices: Set<number> | undefined
  let calls = 0
  let blocks = 0
  let argumentsLength = 0
  let textLength = 0
  let values = 0
  let keptLength = 0
  // Parts without a choice count for the first one.
  let last = 0
  return {
    event: checkInSteps,
    part(part) {
      const { type } = part
      if (type === 'tool-call-start' && ++calls > mostCalls) throw new TooLargeError(`more than ${mostCalls} calls`)
      if (type === 'block-start' && ++blocks > mostBlocks) throw new TooLargeError(`more than ${mostBlocks} blocks`)
      if (type === 'tool-call-delta' && (argumentsLength += part.text.length) > mostArguments)
        throw new TooLargeError(`calls with more than ${mostArguments} characters of arguments`)
      if (type === 'delta') count(part.text)
      else if (nameIn(part).length > mostInName) throw new TooLargeError(`a name or an id with more than ${mostInName} characters`)
      // Also where all of the text has passed: its end has not.
      if (repeatsText && textLength > mostRepeated)
        throw new TooLargeError(`more than ${mostRepeated} bytes of text as JSON, which a stream of this API repeats at its end`)
    },
    kept(data, hasParts = true, counted) {
      if (!keepsAll && hasParts) return
      if ((keptLength += data.length) > limit)
        throw new TooLargeError(
          `more than ${limit} characters in events that are kept to its end, the limit that --answer-limit sets (in an app: answerLimit)`,
        )
      if (!keepsAll) return
      values += perEvent + (counted ?? valuesIn(data))
      if (values > mostKept) throw new TooLargeError(`more than ${mostKept} values in all events`)
    },
    passed: ({ text }) => count(text),
    choice({ choice = 0 }) {
      if (choice === last) return
      choices ??= new Set([0])
      // Known choices are still accepted after the limit was exceeded, so that they can end.
      if (choices.size >= most && !choices.has(choice)) throw new TooLargeError(`more than ${most} choices`)
      choices.add(choice)
      last = choice
    },
  }

  function count(text: string): void {
    textLength += repeatsText && textLength > shortText ? Buffer.byteLength(JSON.stringify(text)) - quotes : text.length
  }
}

/** The longest name or id of a part that many events of a stream repeat. The id of a call is in few events, and may carry a long seal. */
function nameIn(part: Part): string {
  const { type } = part
  if (type === 'start') return longer(part.id, part.model)
  if (type === 'tool-call-start') return part.name
  return type === 'finish' ? (part.native ?? '') : ''
}

const longer = (one = '', other = ''): string => (one.length > other.length ? one : other)

const quotes = 2

function* checkInSteps(data: string): Generator<void, number> {
  const found = yield* scanAnswer(data)
  if (typeof found === 'string') throw new TooLargeError(found)
  return found
}

function valuesIn(data: string): number {
  let values = 0
  for (let at = 0; at < data.length; at++) {
    const char = data.charCodeAt(at)
    if (char === comma || char === openList || char === openObject) values++
  }
  return values
}

interface Level {
  isList: boolean
  /** Objects and lists in this value. */
  inside: number
  /** Values in this value, unless it is empty. */
  fields: number
  /** Inside a field of log probabilities, whose lists have an element for each token. */
  isOfTokens: boolean
  /** Most objects and lists allowed. */
  most: number
}

/** The limit that a JSON text exceeds. Undefined if it exceeds none, or is not JSON. */
export function excessOfAnswer(json: string): string | undefined {
  const found = atOnce(scanAnswer(json))
  return typeof found === 'string' ? found : undefined
}

/** Characters scanned in one step. */
const step = 1_048_576

/** @returns The excess, or the number of values, lists and objects. */
function* scanAnswer(json: string): Generator<void, string | number> {
  let stepEnds = step
  const levels: Level[] = []
  let level: Level | undefined
  let values = 0
  let holders = 0
  /** The last string: the name of the field if a colon follows. */
  let from = 0
  let to = 0
  for (let at = 0; at < json.length; at++) {
    if (at > stepEnds) {
      stepEnds = at + step
      yield
    }
    switch (json.charCodeAt(at)) {
      case quote:
        from = at + 1
        for (at = from; at < json.length; at++) {
          const char = json.charCodeAt(at)
          if (char === quote) break
          if (char === backslash) at++
          if (at > stepEnds) {
            stepEnds = at + step
            yield
          }
        }
        to = at
        break
      case comma:
        if (++values > mostValues) return `more than ${mostValues} values in one piece`
        if (level !== undefined && ++level.fields > mostInList && !level.isList && !level.isOfTokens)
          return `an object of more than ${mostInList} fields`
        from = to
        break
      case colon:
        if (to - from > mostInName) return `a field whose name has more than ${mostInName} characters`
        break
      case openList:
      case openObject: {
        holders++
        if (level !== undefined && ++level.inside > level.most && level.isList && !level.isOfTokens)
          return `a list of more than ${level.most} objects`
        if (levels.length >= deepest) return `more than ${deepest} levels`
        const name = to > from ? json.slice(from, Math.min(to, from + longestName)) : ''
        const isOfTokens = level?.isOfTokens === true || ofTokens.test(name)
        const most = ofBlocks.test(name) ? mostBlocks : mostInList
        levels.push((level = { isList: json.charCodeAt(at) === openList, inside: 0, fields: 1, isOfTokens, most }))
        from = to
        break
      }
      case closeList:
      case closeObject:
        levels.pop()
        level = levels.at(-1)
    }
  }
  return values + holders
}

const ofTokens = /logprob/i
/** Names of lists whose elements may be blocks or calls, in any format. */
const ofBlocks = /^(?:content|output|parts|tool_calls)$/
const longestName = 64
