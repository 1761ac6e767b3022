import { afterBlanks, isBlank, sign } from './json-characters.ts'
import type { FieldWriter } from './writer.ts'

const backtick = 0x60
const fence = '```'

/** Reads text after an object that does not count as text: blanks, brackets around the object, and the end of a code fence. */
export interface Behind {
  /** @returns The index of other text, or `text.length`. */
  read(text: string, at: number): number
  /** Returns and clears backticks that were no fence. */
  take(): string
}

export function createBehind(writer: FieldWriter): Behind {
  let backticks = 0

  return {
    read(text, from) {
      let at = from
      while (at < text.length) {
        const unit = text.charCodeAt(at)
        if (unit === backtick) {
          at++
          if (++backticks < fence.length) continue
          backticks = 0
          writer.markup(fence)
        } else if (backticks === 0 && (isBlank(unit) || unit === sign.closeBrace || unit === sign.closeBracket)) {
          const begun = at
          at = afterBlanks(text, at + 1)
          writer.markup(text.slice(begun, at))
        } else break
      }
      return at
    },
    take() {
      const taken = '`'.repeat(backticks)
      backticks = 0
      return taken
    },
  }
}
