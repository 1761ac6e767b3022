import { isBlank } from './signs.ts'

/** Reads a number or word: blanks behind it belong to the object, and `null` is no text. */
export interface Scalar {
  /** @returns Text that is certain. */
  push(run: string): string
  /** @returns The text that was left, and what is markup behind it. */
  end(): { value: string; rest: string }
}

export function createScalar(): Scalar {
  /** What may become `null`. Undefined: it will not. */
  let word: string | undefined = ''
  /** Blanks in pieces: a run of any length is added up once. */
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
