/**
 * Follows Markdown far enough to say, unit by unit and without looking ahead, what may be code: fenced and indented blocks and inline code.
 * In doubt it is code: a list that is indented by four, a run of backticks that is never closed (until the paragraph ends).
 */
export interface CodeTracker {
  /** Takes the next UTF-16 unit. True: it belongs to code. */
  see(unit: number): boolean
  seeAll(text: string): void
  /** Whether text that came now would be in code. */
  isCode(): boolean
}

const newline = 10
const space = 32
const tab = 9
const backtick = 96
const tilde = 126
/** What may stand before a fence: blanks, quotes, list markers. */
const mayPrecedeFence = new Set([...' \t\r>-*+.)0123456789'].map((sign) => sign.charCodeAt(0)))

export function createCodeTracker(): CodeTracker {
  /** The open fence: its sign, and how many of them close it. */
  let fenceSign = 0
  let fenceLength = 0
  /** The line so far is a closing fence. */
  let closing = false
  /** Backticks that opened inline code; 0: none is open. */
  let inline = 0
  /** The run of backticks or tildes that is being read. */
  let runSign = 0
  let runLength = 0
  let runAtStart = false
  /** Nothing but blanks and markers so far in this line; nothing but blanks. */
  let prefix = true
  let blank = true
  let columns = 0
  /** This line, or the last one that was not blank, is indented code. */
  let indented = false
  /** In the middle of a line, where hardly any sign changes anything, and whether it is code. */
  let steady = false
  let steadyCode = false

  return { see, seeAll, isCode }

  function seeAll(text: string): void {
    for (let index = 0; index < text.length; index++) {
      let unit = text.charCodeAt(index)
      if (steady) {
        // In the middle of a line only these change anything.
        while (unit !== newline && unit !== backtick && unit !== tilde) {
          if (++index === text.length) return
          unit = text.charCodeAt(index)
        }
      }
      see(unit)
    }
  }

  function isCode(): boolean {
    if (fenceSign !== 0) return true
    if (runLength > 0) {
      // What comes now ends the run, and that decides.
      if (runAtStart && runLength >= 3) return true
      if (runSign === backtick && inline === 0) return true
      if (runSign === backtick && inline === runLength) return indented
    }
    return inline > 0 || (blank ? columns >= 4 : indented)
  }

  function see(unit: number): boolean {
    if (steady && unit !== newline && unit !== backtick && unit !== tilde) return steadyCode
    const code = seeUnit(unit)
    steady = !prefix && !closing && runLength === 0
    steadyCode = steady && isCode()
    return code
  }

  function seeUnit(unit: number): boolean {
    if (unit === backtick || unit === tilde) return fenceUnit(unit)
    if (runLength > 0) endRun()
    if (unit === newline) return endLine()
    if (unit === space || unit === tab || unit === 13) {
      if (blank) columns += unit === tab ? 4 : 1
      return fenceSign !== 0 || inline > 0 || (indented && !blank)
    }
    begin()
    closing = false
    if (prefix && !mayPrecedeFence.has(unit)) prefix = false
    return isCode()
  }

  function fenceUnit(unit: number): boolean {
    if (runLength > 0 && unit !== runSign) endRun()
    begin()
    if (runLength === 0) {
      runAtStart = prefix
      runSign = unit
    }
    runLength++
    return unit === backtick || isCode()
  }

  /** The first unit of a line that is not blank. */
  function begin(): void {
    if (!blank) return
    blank = false
    indented = columns >= 4 && fenceSign === 0 && inline === 0
  }

  function endRun(): void {
    const length = runLength
    runLength = 0
    if (fenceSign !== 0) closing = runAtStart && runSign === fenceSign && length >= fenceLength
    else if (runAtStart && length >= 3) {
      fenceSign = runSign
      fenceLength = length
      inline = 0
    } else if (runSign === backtick) {
      if (inline === 0) inline = length
      else if (inline === length) inline = 0
    }
    prefix = false
  }

  function endLine(): boolean {
    const wasCode = fenceSign !== 0 || indented
    if (closing) fenceSign = 0
    if (blank) inline = 0
    closing = false
    prefix = true
    blank = true
    columns = 0
    return wasCode || inline > 0
  }
}
