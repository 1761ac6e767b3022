import { noParts, type Part, type Splitter } from '@reason/core'
import { mayBecomeJson, newJsonText, readJson, type Ending, type JsonText } from '@reason/core/adapter'

export interface JsonSplitterOptions {
  /** The client may not see reasoning, so only complete JSON counts. Incomplete JSON may be the beginning of a thought. */
  guarded: boolean
  /** Limit of held text, in UTF-16 units. */
  maxHeldChars: number
  ofJson(): Splitter
  /** @param from - End of a JSON value that was followed by other text. */
  ofText(from: number): Splitter
}

/** Limit of text after JSON that is checked for anything but tokens, in UTF-16 units. */
const mostBehind = 256

/** Matches the end of a fence, tokens, whitespace, and text that may become a token. A name with two signs is read in one way only. */
const tokens =
  /^(?:[\s`]|<[|｜][^<>\s]*[|｜]>|<\/(?:s|think|thinking|thought|reasoning)>|<\w+:\w+>|<(?=\w+_\w)\w+>|\[\|?\w+\|?\]|\[e~\[)*(?:[<[][^<>\s]*)?$/

/**
 * Decides by the text itself whether a text that is announced as JSON is JSON:
 *
 *     {"sum": 4}         the requested answer
 *     Okay, 2+2 is…      not JSON: the model ignored the format
 *     [Adding first.]    not JSON
 *     {"a": 2} and so…   not JSON, because other text follows
 *     {"a": 2}</think>   JSON: a closer without an answer behind it ends nothing
 */
export function createJsonSplitter({ guarded, maxHeldChars, ofJson, ofText }: JsonSplitterOptions): Splitter {
  let decided: Splitter | undefined
  let held = ''
  /** Text after the JSON value, and the value's end. */
  let behind = ''
  let endOfJson = 0
  const json = newJsonText()

  return {
    push: (piece) => (decided === undefined ? read(piece) : decided.push(piece)),
    end: (ending = 'complete') => [...(decided === undefined ? decide(isJsonAt(ending)) : noParts), ...decided!.end(ending)],
    decide(reason) {
      const parts = isWaiting() ? decide(true) : reason === 'limit' && held !== '' ? decide(!guarded) : noParts
      return parts === noParts ? (decided?.decide?.(reason) ?? noParts) : parts
    },
    isUndecided: () => isWaiting() || decided?.isUndecided?.() === true,
    passes: (text) => decided?.passes?.(text) === true,
    isInCode: () => decided?.isInCode?.() === true,
    state: () => decided?.state?.() ?? null,
  }

  function isWaiting(): boolean {
    return decided === undefined && !guarded && !mayBecomeJson(json)
  }

  function read(piece: string): readonly Part[] {
    // Only text within the limit counts, so that chunk boundaries do not move the limit.
    const to = Math.min(piece.length, maxHeldChars - held.length)
    const from = json.place === 'over' ? 0 : readJson(json, piece, 0, to, isOver)
    if (json.place === 'over') {
      behind += piece.slice(from, to)
      if (endOfJson === 0) endOfJson = held.length + from
    }
    held += piece
    if (json.place === 'broken' || behind.length > mostBehind || !tokens.test(behind)) return decide(false)
    return held.length < maxHeldChars ? noParts : decide(!guarded)
  }

  function isJsonAt(ending: Ending): boolean {
    // A closer may have ended a thought in JSON, whose answer the limit has cut off.
    if (guarded && ending === 'cut' && behind.includes('</')) return false
    return json.place === 'over' || (!guarded && ending === 'cut' && !mayBecomeJson(json))
  }

  function decide(isJson: boolean): readonly Part[] {
    decided = isJson ? ofJson() : ofText(endOfJson)
    const text = held
    held = ''
    return decided.push(text)
  }
}

const isOver = ({ place }: JsonText): boolean => place === 'over'
