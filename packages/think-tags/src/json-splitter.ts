import { noParts, type Part, type Splitter } from '@reason/core'
import { mayBecomeJson, newJsonText, readJson, type Ending, type JsonText } from '@reason/core/adapter'

export interface JsonSplitterOptions {
  /** Where the client may not see reasoning, JSON counts only where it is whole: it may be the beginning of a thought. */
  guarded: boolean
  /** How much text waits for what follows it, in UTF-16 units. */
  maxHeldChars: number
  ofJson(): Splitter
  /** @param from - Where in the text the JSON value ended that did not stand alone. */
  ofText(from: number): Splitter
}

/** Most text behind JSON that is looked at for more than tokens, in UTF-16 units. */
const mostBehind = 256

/** The end of a fence, tokens and whitespace, and what may become a token. */
const tokens = /^(?:[\s`]|<[|｜][^<>\s]*[|｜]>|<\/s>|<\w+[:_]\w+>|\[\|?\w+\|?\]|\[e~\[)*(?:[<[][^<>\s]*)?$/

/**
 * Of a text that is said to be JSON, the text itself tells whether it is:
 *
 *     {"sum": 4}         the answer that was asked for
 *     Okay, 2+2 is…      the model went its own way, as it did here:
 *     [Adding first.]
 *     {"a": 2} and so…   and here, as what follows tells
 */
export function createJsonSplitter({ guarded, maxHeldChars, ofJson, ofText }: JsonSplitterOptions): Splitter {
  let decided: Splitter | undefined
  let held = ''
  /** Behind the JSON value, and where it ended. */
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
    // Only as much as may be held tells, so that the limit is where it is however the text is cut.
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
