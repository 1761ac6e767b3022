import { noParts, type Part, type Splitter } from '@reason/core'

/** Matches text that begins as JSON, as a fence around it, or with a delimiter. */
const mayBeJson = /^\s*[{["\d`<-]/

/** Chooses a splitter for a text that should be JSON, by its first sign. */
export function byFirstSign(ofJson: () => Splitter, ofText: () => Splitter): Splitter {
  let chosen: Splitter | undefined
  let blanks = ''

  return {
    push: (piece) => (chosen === undefined ? choose(piece) : chosen.push(piece)),
    end(ending) {
      chosen ??= ofJson()
      return [...(blanks === '' ? noParts : chosen.push(blanks)), ...chosen.end(ending)]
    },
    decide: (reason) => chosen?.decide?.(reason) ?? noParts,
    isUndecided: () => chosen?.isUndecided?.() === true,
    passes: (text) => chosen?.passes?.(text) === true,
    isInCode: () => chosen?.isInCode?.() === true,
    state: () => chosen?.state?.() ?? null,
  }

  function choose(piece: string): readonly Part[] {
    const text = blanks + piece
    blanks = ''
    if (text.trim() === '') {
      blanks = text
      return noParts
    }
    chosen = mayBeJson.test(text) ? ofJson() : ofText()
    return chosen.push(text)
  }
}
