import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'

/** The last lines of a terminal, which are repainted. */
export interface Region {
  /** Replaces the shown lines. Lines must not be wider than the terminal. */
  paint(lines: readonly string[]): void
  /** Removes the lines. The cursor returns to their start. */
  clear(): void
}

/** Synchronized output: terminals that support it show no half painted frame. Others ignore it. */
const beginFrame = '\u001B[?2026h'
const endFrame = '\u001B[?2026l'

export function createRegion(stream: NodeJS.WriteStream): Region {
  let painted: readonly string[] = []
  return {
    paint(lines) {
      const text = lines.join('\n')
      if (text === painted.join('\n')) return
      stream.write(`${beginFrame}${back()}${text}${endFrame}`)
      painted = lines
    },
    clear() {
      if (painted.length > 0) stream.write(back())
      painted = []
    },
  }

  /** Sequence that moves to the start of the painted lines and erases them. */
  function back(): string {
    if (painted.length === 0) return ''
    const columns = stream.columns || 80
    // If the terminal became narrower, it has wrapped the painted lines.
    const rows = painted.reduce((sum, line) => sum + Math.max(1, Math.ceil(stringWidth(stripVTControlCharacters(line)) / columns)), 0)
    return `\r${rows > 1 ? `\u001B[${rows - 1}A` : ''}\u001B[J`
  }
}
