import { wrap } from '../render/wrap.ts'

/** Growing text, wrapped into terminal lines. Wrapped lines stay, so the cost of a piece depends only on its own length. */
export interface WrappedText {
  add(text: string): void
  /** Changes the width, and wraps all text again. */
  resize(columns: number): void
  /** The last lines, at most `count`. */
  last(count: number): string[]
}

export function createWrappedText(columns: number): WrappedText {
  let all = ''
  let done: string[] = []
  /** The last line, which may still grow. */
  let open = ''

  return {
    add(text) {
      all += text
      append(text)
    },
    resize(wanted) {
      if (wanted === columns) return
      columns = wanted
      done = []
      open = ''
      append(all)
    },
    last(count) {
      const lines = open === '' ? done : [...done.slice(-count), open]
      return lines.slice(-count)
    },
  }

  function append(text: string): void {
    const lines = wrap(open + text, columns)
    open = lines.pop() ?? ''
    for (const line of lines) done.push(line.trimEnd())
  }
}
