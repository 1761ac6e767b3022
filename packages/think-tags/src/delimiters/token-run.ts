import { no, skipSpace, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'

/** Shape of a delimiter with tokens around a word: `<|open|>think<|sep|>`. */
const shape = /^(<\|\w+\|>)(\w+)(<\|\w+\|>)$/

/** Limit of blanks between the tokens and the word, which some servers add, in UTF-16 units. */
const mostBlanks = 4

/** Limit of repetitions of the last token. */
const mostTails = 4

/** Minimum length of a cut last token, in UTF-16 units. Anything shorter may begin another token. */
const leastOfTail = 3

/** @returns Undefined if the delimiter has another shape. */
export function parseRun(value: string): TokenRun | undefined {
  const found = shape.exec(value)
  return found === null ? undefined : { head: found[1]!, word: found[2]!, tail: found[3]! }
}

interface TokenRun {
  head: string
  word: string
  tail: string
}

/**
 * Matches a run of tokens, even if a model or a server has damaged its last one:
 *
 *     <|close|>think<|sep|>          whole
 *     <|close|> think <|sep|>        with blanks
 *     <|close|>think↵                missing, if no letter follows
 *     <|close|>think<|sep|<|sep|>    cut, and repeated
 *     <|close|>think<|sep|><|sep|>   doubled
 */
export function tokenRun({ head, word, tail }: TokenRun): Matcher {
  return { firsts: [head.charCodeAt(0)], example: head + word + tail, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    if (!text.startsWith(head, at)) return !final && head.startsWith(text.slice(at)) ? undecided : no
    const from = skipSpace(text, at + head.length, at + head.length + mostBlanks)
    if (!text.startsWith(word, from)) return !final && word.startsWith(text.slice(from)) ? undecided : no
    const behindWord = from + word.length
    let end = behindWord
    for (let count = 0; count < mostTails; count++) {
      const next = skipSpace(text, end, end + mostBlanks)
      const length = tailAt(text, next, final)
      // The end of the text may be in blanks before a token.
      if (length === undecided || (next === text.length && next > end && !final)) return undecided
      if (length === no) break
      end = next + length
    }
    if (end > behindWord) return end - at
    if (end === text.length) return final ? end - at : undecided
    // Another word, or its attributes, makes it another delimiter.
    return /[\w ="]/.test(text.charAt(end)) ? no : end - at
  }

  /** Length of a whole or cut tail at this place. */
  function tailAt(text: string, at: number, final: boolean): MatchVerdict {
    let to = 0
    while (to < tail.length && text.charCodeAt(at + to) === tail.charCodeAt(to)) to++
    if (to === tail.length) return to
    if (at + to === text.length) return final ? to : undecided
    // A name that goes on is another token's: `<|im_start|>` is no `<|im_end|>`.
    return to >= leastOfTail && !/[a-z_]/.test(text.charAt(at + to)) ? to : no
  }
}
