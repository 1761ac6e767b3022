import { stripVTControlCharacters } from 'node:util'
import stringWidth from 'string-width'

/** The last lines of a terminal, painted over and over. */
export interface Region {
  /** What it shows from now on. No line is wider than the terminal. */
  paint(lines: readonly string[]): void
  /** Takes it away. The cursor stands where it began. */
  clear(): void
}

/** Between these a terminal that knows them shows nothing half painted; others pass them over. */
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

  /** To the beginning of what is painted, and away with it. */
  function back(): string {
    if (painted.length === 0) return ''
    const columns = stream.columns || 80
    // A terminal that has become narrower has wrapped the lines meanwhile.
    const rows = painted.reduce((sum, line) => sum + Math.max(1, Math.ceil(stringWidth(stripVTControlCharacters(line)) / columns)), 0)
    return `\r${rows > 1 ? `\u001B[${rows - 1}A` : ''}\u001B[J`
  }
}
