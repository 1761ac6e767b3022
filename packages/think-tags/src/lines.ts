import { isBlank } from './matcher.ts'

/** What stands on the current line so far. */
export interface Line {
  /** Nothing. */
  empty: boolean
  /** Nothing but blanks. */
  blank: boolean
}

export const newLine = (): Line => ({ empty: true, blank: true })

/** Reads on from `from` to `to`. */
export function readLine(line: Line, text: string, from: number, to: number): void {
  if (from >= to) return
  // Of the slice, because a search in the whole text would run back over what was read before.
  const feed = text.slice(from, to).lastIndexOf('\n')
  const start = from + feed + 1
  if (feed !== -1) {
    line.empty = true
    line.blank = true
  }
  if (start < to) line.empty = false
  for (let at = start; line.blank && at < to; at++) line.blank = isBlank(text.charCodeAt(at))
}

/** Whether a marker that begins here stands where the rule wants it. */
export const isAtItsPlace = (line: Line, rule: 'start' | 'whole' | undefined): boolean =>
  rule === undefined || (rule === 'start' ? line.empty : line.blank)
