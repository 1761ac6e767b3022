import { isQuote, sign } from './json-characters.ts'

const signs = /["'\\{}[\]]/g

/** Finds the end of an object or list that stays JSON. Counts brackets and keeps no stack, so depth costs nothing. */
export interface RawJson {
  /** @param depth - Number of brackets that are already open. */
  begin(depth: number): void
  /** @returns The end of the value. `text.length` with `isOver()` false: not in this text. */
  read(text: string, at: number): number
  isOver(): boolean
}

export function createRawJson(): RawJson {
  let depth = 0
  /** The quote of the open string. 0: none. */
  let quote = 0
  /** The last piece ended in a backslash. */
  let isEscaped = false
  let isOver = false

  return {
    begin(open) {
      depth = open
      quote = 0
      isEscaped = false
      isOver = false
    },
    read(text, from) {
      let at = isEscaped ? from + 1 : from
      isEscaped = false
      for (; at < text.length; at++) {
        signs.lastIndex = at
        const found = signs.exec(text)
        if (found === null) return text.length
        at = found.index
        const unit = text.charCodeAt(at)
        if (unit === sign.backslash) {
          at++
          isEscaped = at === text.length
        } else if (quote !== 0) {
          if (unit === quote) quote = 0
        } else if (isQuote(unit)) quote = unit
        else {
          depth += unit === sign.openBrace || unit === sign.openBracket ? 1 : -1
          isOver = depth === 0
          if (isOver) return at + 1
        }
      }
      return text.length
    },
    isOver: () => isOver,
  }
}
