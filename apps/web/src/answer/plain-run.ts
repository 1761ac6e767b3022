import { createTextView } from '../text/text-view.ts'

/** Plain text view of a block that is too large to parse. */
export interface PlainRun {
  /** @returns Number of UTF-16 units that belong to the block. Undefined if all do, and the block continues. */
  append(text: string): number | undefined
}

/** Maximum length of a line that can end a block: a fence or a blank line. */
const longestEnd = 100

/**
 * @param start - Text of the block so far.
 * @param fence - Opening fence of a code block, which ends with a closing fence. Undefined for other blocks, which end with a blank line.
 */
export function createPlainRun(container: HTMLElement, start: string, fence: string | undefined): PlainRun {
  const block = document.createElement(fence === undefined ? 'div' : 'pre')
  block.className = 'answer-plain streamed'
  block.dir = 'auto'
  container.append(block)
  const view = createTextView(block)
  const isEnd = fence === undefined ? (line: string) => line.trim() === '' : closes(fence)
  /** Beginning of the current line, up to the length of a line that can end the block. */
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
        // An earlier piece may already have shown the beginning of the closing fence. It stays as plain text.
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
