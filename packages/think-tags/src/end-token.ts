import { no, skipSpace, undecided, type Matcher, type Verdict } from './matcher.ts'

/** Tokens that end a turn, and that an answer may have as its own text. */
const tokens = ['</s>', '[EOS]', '<eos>'] as const

/** Most text behind a token that is looked at, in UTF-16 units. */
const mostBehind = 128

/** These tokens, each where nothing but whitespace and more of them follows: there they have ended a turn, whichever model it was. */
export const endTokens: readonly Matcher[] = tokens.map(endToken)

function endToken(token: string): Matcher {
  return { firsts: [token.charCodeAt(0)], example: token, match }

  function match(text: string, at: number, final: boolean): Verdict {
    if (!text.startsWith(token, at)) return !final && token.startsWith(text.slice(at)) ? undecided : no
    const most = at + token.length + mostBehind
    let to = at + token.length
    for (let next: string | undefined = token; next !== undefined && to < most; to += next?.length ?? 0) {
      to = skipSpace(text, to, most)
      next = tokens.find((one) => text.startsWith(one, to))
    }
    if (to >= most) return no
    if (to === text.length) return final ? token.length : undecided
    return !final && tokens.some((one) => one.startsWith(text.slice(to))) ? undecided : no
  }
}
