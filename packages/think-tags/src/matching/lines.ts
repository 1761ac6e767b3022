import { isBlank, isLineEnd } from './matcher.ts'

export interface LineState {
  /** The line has only blanks so far. */
  blank: boolean
}

export const newLine = (): LineState => ({ blank: true })

/** Updates the line with the text from `from` to `to`. */
export function readLine(line: LineState, text: string, from: number, to: number): void {
  for (let at = to; at > from; at--) {
    const unit = text.charCodeAt(at - 1)
    if (isBlank(unit)) continue
    line.blank = isLineEnd(unit)
    return
  }
}
