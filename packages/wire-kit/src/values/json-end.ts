/** Tracks JSON text that comes in pieces, to find the end of an object or array. */
export interface JsonEnd {
  push(text: string): void
  /** True once an object or array was closed. Only white space can follow. */
  readonly reached: boolean
}

export function createJsonEnd(): JsonEnd {
  let depth = 0
  let begun = false
  let inString = false
  let escaped = false

  const end = { push, reached: false }
  return end

  function push(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (inString) {
        if (escaped) escaped = false
        else if (unit === BACKSLASH) escaped = true
        else if (unit === QUOTE) inString = false
      } else if (unit === QUOTE) inString = true
      else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
        begun = true
        depth++
      } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--
    }
    end.reached = begun && depth <= 0
  }
}

const QUOTE = 0x22
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
