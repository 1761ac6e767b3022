import { isBlank, isLineEnd } from './matcher.ts'

/** What stands on the current line so far. */
export interface Line {
  /** Nothing but blanks. */
  blank: boolean
}

export const newLine = (): Line => ({ blank: true })

/** Reads on from `from` to `to`. */
export function readLine(line: Line, text: string, from: number, to: number): void {
  for (let at = to; at > from; at--) {
    const unit = text.charCodeAt(at - 1)
    if (isBlank(unit)) continue
    line.blank = isLineEnd(unit)
    return
  }
}
