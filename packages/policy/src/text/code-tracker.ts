/**
 * Tracks Markdown, unit by unit and without lookahead, to find code: fenced and indented blocks and inline code. In doubt, text counts as code: a list
 * that is indented by four, or an unclosed run of backticks (until the paragraph ends).
 */
export interface CodeTracker {
  /** Reads the next UTF-16 unit. @returns Whether the unit belongs to code. */
  see(unit: number): boolean
  seeAll(text: string): void
  /** Whether the next text would be in code. */
  isCode(): boolean
}

const newline = 10
const space = 32
const tab = 9
const backtick = 96
const tilde = 126
/** Characters that may precede a fence: blanks, quotes, list markers. */
const mayPrecedeFence = new Set([...' \t\r>-*+.)0123456789'].map((sign) => sign.charCodeAt(0)))

export const createCodeTracker = (): CodeTracker => new MarkdownCode()

/** Each block of an answer has several trackers. A class takes a fifth of the memory of closures. */
class MarkdownCode implements CodeTracker {
  /** The open fence: its character, and the number of them that closes it. */
  #fenceSign = 0
  #fenceLength = 0
  /** The line so far is a closing fence. */
  #closing = false
  /** Number of backticks that opened inline code. 0: none is open. */
  #inline = 0
  /** The current run of backticks or tildes. */
  #runSign = 0
  #runLength = 0
  #runAtStart = false
  /** Whether the line so far has only blanks and markers, and whether it has only blanks. */
  #prefix = true
  #blank = true
  #columns = 0
  /** The current line, or the last non-blank line, is indented code. */
  #indented = false
  /** Whether the position is inside a line, where few characters change the state, and whether it is code. */
  #steady = false
  #steadyCode = false

  seeAll(text: string): void {
    for (let index = 0; index < text.length; index++) {
      let unit = text.charCodeAt(index)
      if (this.#steady) {
        // Inside a line, only these characters change the state.
        while (unit !== newline && unit !== backtick && unit !== tilde) {
          if (++index === text.length) return
          unit = text.charCodeAt(index)
        }
      }
      this.see(unit)
    }
  }

  isCode(): boolean {
    if (this.#fenceSign !== 0) return true
    if (this.#runLength > 0) {
      // The next text ends the run, which decides the state.
      if (this.#runAtStart && this.#runLength >= 3) return true
      if (this.#runSign === backtick && this.#inline === 0) return true
      if (this.#runSign === backtick && this.#inline === this.#runLength) return this.#indented
    }
    return this.#inline > 0 || (this.#blank ? this.#columns >= 4 : this.#indented)
  }

  see(unit: number): boolean {
    if (this.#steady && unit !== newline && unit !== backtick && unit !== tilde) return this.#steadyCode
    const code = this.#seeUnit(unit)
    this.#steady = !this.#prefix && !this.#closing && this.#runLength === 0
    this.#steadyCode = this.#steady && this.isCode()
    return code
  }

  #seeUnit(unit: number): boolean {
    if (unit === backtick || unit === tilde) return this.#fenceUnit(unit)
    if (this.#runLength > 0) this.#endRun()
    if (unit === newline) return this.#endLine()
    if (unit === space || unit === tab || unit === 13) {
      if (this.#blank) this.#columns += unit === tab ? 4 : 1
      return this.#fenceSign !== 0 || this.#inline > 0 || (this.#indented && !this.#blank)
    }
    this.#begin()
    this.#closing = false
    if (this.#prefix && !mayPrecedeFence.has(unit)) this.#prefix = false
    return this.isCode()
  }

  #fenceUnit(unit: number): boolean {
    if (this.#runLength > 0 && unit !== this.#runSign) this.#endRun()
    this.#begin()
    if (this.#runLength === 0) {
      this.#runAtStart = this.#prefix
      this.#runSign = unit
    }
    this.#runLength++
    return unit === backtick || this.isCode()
  }

  /** Handles the first non-blank unit of a line. */
  #begin(): void {
    if (!this.#blank) return
    this.#blank = false
    this.#indented = this.#columns >= 4 && this.#fenceSign === 0 && this.#inline === 0
  }

  #endRun(): void {
    const length = this.#runLength
    this.#runLength = 0
    if (this.#fenceSign !== 0) this.#closing = this.#runAtStart && this.#runSign === this.#fenceSign && length >= this.#fenceLength
    else if (this.#runAtStart && length >= 3) {
      this.#fenceSign = this.#runSign
      this.#fenceLength = length
      this.#inline = 0
    } else if (this.#runSign === backtick) {
      if (this.#inline === 0) this.#inline = length
      else if (this.#inline === length) this.#inline = 0
    }
    this.#prefix = false
  }

  #endLine(): boolean {
    const wasCode = this.#fenceSign !== 0 || this.#indented
    if (this.#closing) this.#fenceSign = 0
    if (this.#blank) this.#inline = 0
    this.#closing = false
    this.#prefix = true
    this.#blank = true
    this.#columns = 0
    return wasCode || this.#inline > 0
  }
}
