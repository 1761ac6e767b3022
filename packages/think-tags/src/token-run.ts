import { no, skipSpace, undecided, type Matcher, type Verdict } from './matcher.ts'

/** A delimiter of several tokens with a word between: `<|open|>think<|sep|>`. */
const shape = /^(<\|\w+\|>)(\w+)(<\|\w+\|>)$/

/** Blanks between the tokens and the word, where a server sets some, in UTF-16 units. */
const mostBlanks = 4

/** The last token may be there this many times. */
const mostTails = 4

/** A last token that was cut has this much of it, in UTF-16 units: less may be the beginning of another. */
const leastOfTail = 3

/** @returns Undefined: the delimiter is no such run. */
export function parseRun(value: string): Run | undefined {
  const found = shape.exec(value)
  return found === null ? undefined : { head: found[1]!, word: found[2]!, tail: found[3]! }
}

interface Run {
  head: string
  word: string
  tail: string
}

/**
 * A run of tokens, also where a model or a server has damaged its last one:
 *
 *     <|close|>think<|sep|>          whole
 *     <|close|> think <|sep|>        with blanks
 *     <|close|>think↵                gone, where no letter follows
 *     <|close|>think<|sep|<|sep|>    cut, and written again
 *     <|close|>think<|sep|><|sep|>   doubled
 */
export function tokenRun({ head, word, tail }: Run): Matcher {
  return { firsts: [head.charCodeAt(0)], example: head + word + tail, match }

  function match(text: string, at: number, final: boolean): Verdict {
    if (!text.startsWith(head, at)) return !final && head.startsWith(text.slice(at)) ? undecided : no
    const from = skipSpace(text, at + head.length, at + head.length + mostBlanks)
    if (!text.startsWith(word, from)) return !final && word.startsWith(text.slice(from)) ? undecided : no
    const behindWord = from + word.length
    let end = behindWord
    for (let count = 0; count < mostTails; count++) {
      const next = skipSpace(text, end, end + mostBlanks)
      const length = tailAt(text, next, final)
      // The end of the text may come in blanks that a token follows.
      if (length === undecided || (next === text.length && next > end && !final)) return undecided
      if (length === no) break
      end = next + length
    }
    if (end > behindWord) return end - at
    if (end === text.length) return final ? end - at : undecided
    // Another word, or the attributes of one: a delimiter of its own.
    return /[\w ="]/.test(text.charAt(end)) ? no : end - at
  }

  /** Length of a whole tail, or of one that was cut, here. */
  function tailAt(text: string, at: number, final: boolean): Verdict {
    let to = 0
    while (to < tail.length && text.charCodeAt(at + to) === tail.charCodeAt(to)) to++
    if (to === tail.length) return to
    if (at + to === text.length) return final ? to : undecided
    return to >= leastOfTail ? to : no
  }
}
