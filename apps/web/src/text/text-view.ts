import { appendText } from './visible.ts'

/**
 * Maximum text per element, in UTF-16 units. A browser lays out an element as a whole. Without the limit, each piece added to a line of a megabyte would cost
 * as much as the megabyte.
 */
const maxChunk = 4096

/** Plain text that grows, in separate elements, so that the browser can skip the layout of those out of view. */
export interface TextView {
  append(text: string): void
  clear(): void
}

export function createTextView(container: HTMLElement): TextView {
  let chunk: HTMLElement | undefined
  let length = 0

  return {
    append(text) {
      let from = 0
      while (from < text.length) {
        if (chunk === undefined || length >= maxChunk) open()
        const to = endOfPiece(text, from, maxChunk - length)
        appendText(chunk!, text.slice(from, to))
        length += to - from
        // Start a new element at a line end, so that elements do not cut lines.
        if (text[to - 1] === '\n' && length > maxChunk / 2) chunk = undefined
        from = to
      }
    },
    clear() {
      chunk = undefined
      container.replaceChildren()
    },
  }

  function open(): void {
    chunk = document.createElement('div')
    chunk.className = 'text-chunk'
    container.append(chunk)
    length = 0
  }
}

/** Position of the next cut: after the last line that fits, or else at the limit. Never cuts a surrogate pair. */
function endOfPiece(text: string, from: number, room: number): number {
  const full = from + Math.max(room, 1)
  if (full >= text.length) return text.length
  const line = text.lastIndexOf('\n', full - 1)
  if (line >= from) return line + 1
  const isHigh = /[\uD800-\uDBFF]/.test(text[full - 1]!)
  return isHigh && full + 1 <= text.length ? full + 1 : full
}
