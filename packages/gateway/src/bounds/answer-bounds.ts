import type { Part } from '@reason/core'

/** An answer exceeds a limit. The message names the limit. */
export class TooLargeError extends Error {}

/** Maximum number of objects in one list (sources, rows in arguments), and of fields in one object. */
const mostInList = 10_000

/** Maximum number of values in one event or whole answer. Log probabilities take about 100 values for each token. */
const mostValues = 2_000_000

/** As in requests (`json-body.ts`): what is deeper could not come back. Writing deep values takes long. */
const deepest = 200
/**
 * Seals and traces search all that they keep of an answer for each call and each block. A whole answer is read from one list, and written to one, in
 * one step. So many blocks are a thought and a text for each call, and more.
 */
const mostCalls = 1000
const mostBlocks = 2500

/** An answer may always have so many choices: providers have several names for the field that asks for them. */
const leastChoices = 16

/** Events up to this size, in UTF-16 units, are parsed without a scan, and at once: they cannot hold enough to do harm. */
export const harmless = 16_384

/** Limits answers by counts, beside bytes: a megabyte of `{},` would take the time and memory of a thousand answers. */
export interface AnswerBounds {
  /**
   * Checks a long event before it is parsed, in steps.
   *
   * @throws {TooLargeError}
   */
  event(data: string): Generator<void, void>
  /**
   * A part as it was read, before anything is done about it.
   *
   * @throws {TooLargeError}
   */
  choice(part: Part): void
  /**
   * A part of the split answer.
   *
   * @throws {TooLargeError}
   */
  part(part: Part): void
}

/** @param asked - Number of choices that were asked for. */
export function createAnswerBounds(asked: number): AnswerBounds {
  const most = Math.max(asked, leastChoices)
  let choices: Set<number> | undefined
  let calls = 0
  let blocks = 0
  // Parts that belong to no choice count as of the first.
  let last = 0
  return {
    event: checkInSteps,
    part({ type }) {
      if (type === 'tool-call-start' && ++calls > mostCalls) throw new TooLargeError(`more than ${mostCalls} calls`)
      if (type === 'block-start' && ++blocks > mostBlocks) throw new TooLargeError(`more than ${mostBlocks} blocks`)
    },
    choice({ choice = 0 }) {
      if (choice === last) return
      choices ??= new Set([0])
      // A choice within the limit stays within: it also ends after one was too many.
      if (choices.size >= most && !choices.has(choice)) throw new TooLargeError(`more than ${most} choices`)
      choices.add(choice)
      last = choice
    },
  }
}

function* checkInSteps(data: string): Generator<void, void> {
  const excess = data.length > harmless ? yield* scanAnswer(data) : undefined
  if (excess !== undefined) throw new TooLargeError(excess)
}

interface Level {
  isList: boolean
  /** Objects and lists in it. */
  inside: number
  /** Values in it, where it is no empty one. */
  fields: number
  /** Inside a field of log probabilities, whose lists have an element for each token. */
  isOfTokens: boolean
  /** Objects and lists that it may have. */
  most: number
}

/** Which limit a JSON text exceeds. Undefined if it exceeds none, or is not JSON. */
export function excessOfAnswer(json: string): string | undefined {
  const scan = scanAnswer(json)
  for (;;) {
    const { done, value } = scan.next()
    if (done === true) return value
  }
}

/** Characters that are scanned in one step. */
const step = 1_048_576

function* scanAnswer(json: string): Generator<void, string | undefined> {
  let stepEnds = step
  const levels: Level[] = []
  let level: Level | undefined
  let values = 0
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
      case openList:
      case openObject: {
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
  return undefined
}

const ofTokens = /logprob/i
/** Lists of which each element may be a block or a call, in any format. */
const ofBlocks = /^(?:content|output|parts|tool_calls)$/
const longestName = 64

const quote = 34
const comma = 44
const openList = 91
const backslash = 92
const closeList = 93
const openObject = 123
const closeObject = 125
