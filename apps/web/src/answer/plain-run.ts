import { createTextView } from '../text/text-view.ts'

/** A block that is too large to be parsed, shown as the text that it is. */
export interface PlainRun {
  /** @returns How much of it still belonged to the block; `undefined`: all, and the block goes on. */
  append(text: string): number | undefined
}

/** No fence and no blank line is longer. */
const longestEnd = 100

/**
 * @param start - What of the block has come so far.
 * @param fence - The marks that opened it, where it is code: it ends with a line of such marks. Else a blank line ends it.
 */
export function createPlainRun(container: HTMLElement, start: string, fence: string | undefined): PlainRun {
  const block = document.createElement(fence === undefined ? 'div' : 'pre')
  block.className = 'answer-plain streamed'
  block.dir = 'auto'
  container.append(block)
  const view = createTextView(block)
  const isEnd = fence === undefined ? (line: string) => line.trim() === '' : closes(fence)
  /** The line that is being written: its beginning, as far as an end of the block can be that long. */
  let line = start.slice(start.lastIndexOf('\n') + 1, start.lastIndexOf('\n') + 1 + longestEnd)
  view.append(fence === undefined ? start : start.slice(start.indexOf('\n') + 1))

  return { append }

  function append(text: string): number | undefined {
    for (let from = 0; from < text.length;) {
      const at = text.indexOf('\n', from)
      const to = at === -1 ? text.length : at
      line += text.slice(from, Math.min(to, from + longestEnd))
      if (at === -1) break
      if (line.length < longestEnd && isEnd(line)) {
        // Of the line that ends code only its beginning may have been shown; that is all right, for it is as it came.
        view.append(text.slice(0, fence === undefined ? at + 1 : from))
        return at + 1
      }
      line = ''
      from = at + 1
    }
    view.append(text)
    return undefined
  }
}

function closes(fence: string): (line: string) => boolean {
  const mark = fence[0]!
  return (line) => {
    const text = line.trim()
    return text.length >= fence.length && text === mark.repeat(text.length)
  }
}
