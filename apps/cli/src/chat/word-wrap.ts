import stringWidth from 'string-width'

/** Breaks streamed text between words, where a terminal would break it inside of them. */
export interface WordWrap {
  /** @returns What can be written: all but the last word, which may still grow. */
  push(text: string): string
  /** @returns The last word. */
  flush(): string
}

/** A line of code or of a table is left as it is, so that it can be copied. */
const isVerbatim = (line: string): boolean => /^(?: {4}|\t|\s*\|)/.test(line)
const isFence = (line: string): boolean => /^\s*(?:```|~~~)/.test(line)

/** @param columns - Of the terminal, which may change. */
export function createWordWrap(columns: () => number): WordWrap {
  /** Blanks, and a word behind them. */
  let held = ''
  /** The line of the text so far, and how much of the terminal's line it takes. */
  let line = ''
  let width = 0
  let inFence = false

  return {
    push(text) {
      const words = (held + text).match(/\n|[^\S\n]*[^\s]*/g)!.filter((word) => word !== '')
      held = words.length > 0 && words.at(-1) !== '\n' ? words.pop()! : ''
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
    line += word
    const wide = stringWidth(word)
    const bare = word.trimStart()
    if (isFirst || width + wide <= columns() || bare === '' || inFence || isVerbatim(line)) {
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
