import stringWidth from 'string-width'

/** Breaks streamed text between words, where a terminal would break it inside of them. */
export interface WordWrap {
  /** @returns What can be written: all but the last word, which may still grow. */
  push(text: string): string
  /** @returns The last word. */
  flush(): string
}

/** What is longer is no word that a terminal could show in one line, and is not put together again and again. */
const longestHeld = 1024

/** Longest indent of a fence or of a table. */
const longestIndent = 64

/** A line of code or of a table is left as it is, so that it can be copied. */
const isVerbatim = (line: string): boolean => /^(?: {4}|\t|\s*\|)/.test(line)
const isFence = (line: string): boolean => /^\s*(?:```|~~~)/.test(line)

/** @param columns - Of the terminal, which may change. */
export function createWordWrap(columns: () => number): WordWrap {
  /** Blanks, and a word behind them. */
  let held = ''
  /** How the line of the text begins, and how much of the terminal's line it takes. */
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
    // Without a blank before it, it is the rest of a long word.
    if (isFirst || word === bare || width + wide <= columns() || bare === '' || inFence || isVerbatim(line)) {
      width = inLastLine(width + wide)
      return word
    }
    width = inLastLine(stringWidth(bare))
    return `\n${bare}`
  }

  /** What is wider than the terminal goes on in its next line. A full line is followed by another one only when more comes. */
  function inLastLine(wide: number): number {
    return wide === 0 ? 0 : ((wide - 1) % Math.max(1, columns())) + 1
  }
}
