import stringWidth from 'string-width'

/** Wraps streamed text between words. A terminal would break it inside words. */
export interface WordWrap {
  /** @returns Text to write: all but the last word, which may still grow. */
  push(text: string): string
  /** @returns The last word. */
  flush(): string
}

/** Maximum length of a held word. Longer text cannot fit into a line, and joining it again and again would be slow. */
const longestHeld = 1024

/** Maximum indent of a fence or table row that is detected. */
const longestIndent = 64

/** Lines of code and tables are not wrapped, so that they can be copied. */
const isVerbatim = (line: string): boolean => /^(?: {4}|\t|\s*\|)/.test(line)
const isFence = (line: string): boolean => /^\s*(?:```|~~~)/.test(line)

/** @param columns - Current width of the terminal. */
export function createWordWrap(columns: () => number): WordWrap {
  /** Blanks and the word after them, not yet written. */
  let held = ''
  /** Start of the current line of the text, and width used in the current terminal line. */
  let line = ''
  let width = 0
  let inFence = false

  return {
    push(text) {
      const words = (held + text).match(/\n|[^\S\n]*[^\s]*/g)!.filter((word) => word !== '')
      const last = words.at(-1)
      held = last !== undefined && last !== '\n' && last.length < longestHeld ? words.pop()! : ''
      return words.map(place).join('')
    },
    flush() {
      const last = held
      held = ''
      return last === '' ? '' : place(last)
    },
  }

  function place(word: string): string {
    if (word === '\n') {
      if (isFence(line)) inFence = !inFence
      line = ''
      width = 0
      return word
    }
    const isFirst = line === ''
    if (line.length < longestIndent) line += word
    const wide = stringWidth(word)
    const bare = word.trimStart()
    // Without a blank before it, the text continues a long word.
    if (isFirst || word === bare || width + wide <= columns() || bare === '' || inFence || isVerbatim(line)) {
      width = inLastLine(width + wide)
      return word
    }
    width = inLastLine(stringWidth(bare))
    return `\n${bare}`
  }

  /** Width used in the last terminal line, after the terminal wrapped. A full line wraps only when more text arrives. */
  function inLastLine(wide: number): number {
    return wide === 0 ? 0 : ((wide - 1) % Math.max(1, columns())) + 1
  }
}
