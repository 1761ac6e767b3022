import { wrap } from '../render/wrap.ts'

/** Text that grows, in lines of a terminal. What was wrapped stays as it is, so that each piece costs what it is long. */
export interface WrappedText {
  add(text: string): void
  /** Other columns: all is wrapped anew. */
  resize(columns: number): void
  /** The last lines, `count` at most. */
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
