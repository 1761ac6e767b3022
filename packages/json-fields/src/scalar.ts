import { isBlank } from './json-characters.ts'

/** Reads a number or word. Blanks after it belong to the object, and `null` is no text. */
export interface ScalarReader {
  /** @returns Text that is decided. */
  push(run: string): string
  /** @returns The remaining text, and the markup after it. */
  end(): { value: string; rest: string }
}

export function createScalar(): ScalarReader {
  /** Text that may become `null`. Undefined: it cannot. */
  let word: string | undefined = ''
  /** Blanks in pieces, so that a run of any length is joined once. */
  let blanks: string[] = []

  return {
    push(run) {
      let end = run.length
      while (end > 0 && isBlank(run.charCodeAt(end - 1))) end--
      let sure = ''
      if (end > 0) {
        const more = blanks.join('') + run.slice(0, end)
        blanks = []
        if (word === undefined) sure = more
        else {
          word += more
          if (!'null'.startsWith(word)) {
            sure = word
            word = undefined
          }
        }
      }
      if (end < run.length) blanks.push(run.slice(end))
      return sure
    },
    end() {
      const left = word ?? ''
      const rest = blanks.join('')
      word = ''
      blanks = []
      return left === 'null' ? { value: '', rest: left + rest } : { value: left, rest }
    },
  }
}
