import { noParts, type Part, type Splitter } from '@reason/core'

/**
 * Of a text that is said to be JSON the first character tells whether it is:
 *
 *     {"sum": 4}         the answer that was asked for
 *     Okay, 2+2 is…      the model went its own way
 */
export function createJsonSplitter(ofJson: () => Splitter, ofText: () => Splitter): Splitter {
  let decided: Splitter | undefined
  let blank = ''

  return {
    push,
    end: () => [...(decided === undefined ? decide(ofText()) : noParts), ...decided!.end()],
    decide: (reason) => decided?.decide?.(reason) ?? noParts,
    isUndecided: () => decided?.isUndecided?.() === true,
    passes: (text) => decided?.passes?.(text) === true,
    state: () => decided?.state?.() ?? null,
  }

  function push(piece: string): readonly Part[] {
    if (decided !== undefined) return decided.push(piece)
    blank += piece
    // What came before is blank: of that nothing is read again.
    const first = piece.trimStart().charAt(0)
    if (first === '') return noParts
    return decide(first === '{' || first === '[' ? ofJson() : ofText())
  }

  function decide(splitter: Splitter): readonly Part[] {
    decided = splitter
    const text = blank
    blank = ''
    return splitter.push(text)
  }
}
