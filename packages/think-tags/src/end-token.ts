import { no, skipSpace, undecided, type Matcher, type Verdict } from './matcher.ts'

/** Tokens that end a turn, and that an answer may contain as text. */
const tokens = ['</s>', '[EOS]', '<eos>', '<end_of_utterance>'] as const

/** Matches a token of an unknown maker: `<|end_of_turn|>`, `<|eom|>`, `<|human|>`, `<|fim_middle|>`. */
const unknownToken = /^<[|｜]\/?\w+[|｜]>/
const beginningOfUnknown = /^<(?:[|｜]\/?\w*[|｜]?)?$/

/** Limit of a token's length, in UTF-16 units. */
const longest = 40

/** Limit of examined text after a token, in UTF-16 units. */
const mostBehind = 128

/** Matches these tokens if only whitespace and more of them follow. There they have ended a turn of any model. */
export const endTokens: readonly Matcher[] = [0x3c, 0x5b].map((first) => ({ firsts: [first], example: '</s>', match }))

function match(text: string, at: number, final: boolean): Verdict {
  const length = tokenAt(text, at)
  if (length === 0) return !final && mayBegin(text, at) ? undecided : no
  const most = at + length + mostBehind
  let to = at + length
  for (let next = length; next > 0 && to < most; to += next) {
    to = skipSpace(text, to, most)
    next = tokenAt(text, to)
  }
  if (to >= most) return no
  if (to === text.length) return final ? length : undecided
  return !final && mayBegin(text, to) ? undecided : no
}

/** Length of the token at this place, or 0. */
function tokenAt(text: string, at: number): number {
  const known = tokens.find((token) => text.startsWith(token, at))
  if (known !== undefined) return known.length
  const second = text.charCodeAt(at + 1)
  return second === 0x7c || second === 0xff5c ? (unknownToken.exec(text.slice(at, at + longest))?.[0].length ?? 0) : 0
}

function mayBegin(text: string, at: number): boolean {
  if (text.length - at >= longest) return false
  const rest = text.slice(at)
  return beginningOfUnknown.test(rest) || tokens.some((token) => token.startsWith(rest))
}
