import { noParts, type Part, type Splitter } from '@reason/core'
import { mayBecomeJson, newJsonText, readJson } from '@reason/core/adapter'

/**
 * Of a text that is said to be JSON its first two signs tell whether it is:
 *
 *     {"sum": 4}         the answer that was asked for
 *     Okay, 2+2 is…      the model went its own way, as it did here:
 *     [Adding first.]
 */
export function createJsonSplitter(ofJson: () => Splitter, ofText: () => Splitter): Splitter {
  let decided: Splitter | undefined
  let held = ''
  const json = newJsonText()

  return {
    push,
    end: (ending) => [...(decided === undefined ? decide(ofText()) : noParts), ...decided!.end(ending)],
    decide: (reason) => decided?.decide?.(reason) ?? noParts,
    isUndecided: () => decided?.isUndecided?.() === true,
    passes: (text) => decided?.passes?.(text) === true,
    state: () => decided?.state?.() ?? null,
  }

  function push(piece: string): readonly Part[] {
    if (decided !== undefined) return decided.push(piece)
    held += piece
    readJson(json, piece, 0, piece.length, (read) => !mayBecomeJson(read))
    if (mayBecomeJson(json)) return noParts
    return decide(json.place === 'broken' ? ofText() : ofJson())
  }

  function decide(splitter: Splitter): readonly Part[] {
    decided = splitter
    const text = held
    held = ''
    return splitter.push(text)
  }
}
