import { no, undecided, type Matcher, type Verdict } from './matcher.ts'

/** Limit of a token's length, in UTF-16 units. */
const longest = 64

/** Patterns of names in a token. The pattern for tokens without bars is narrower, because XML may use the other names. */
const bareWord = '(?:think|thinking|thought|reasoning|working_out)'
const words = {
  thought:
    '(?:think|thinking|thoughts?|analysis|ponder|deliberation|reason|reasoning|reflection|scratchpad|cot|chain_of_thought|working_out)',
  answer: '(?:answer|final|final_answer|respond|response|solution)',
}
const sides = {
  opening: { verb: '(?:begin|start|open|on)', sign: '' },
  closing: { verb: '(?:end|close|off)', sign: '/' },
}

/**
 * Matches tokens of unknown makers for thoughts or answers. Only a template can have written such a token.
 *
 *     <|think|>   <|think_start|>   <|begin_of_thinking|>   <｜think▁begin｜>   <start_working_out>   <|final_answer|>
 *     <|/think|>  <|think_end|>     <|end_of_thinking|>     <｜think▁end｜>     <end_working_out>     <|endanswer|>
 */
export function barToken(side: 'opening' | 'closing', of: 'thought' | 'answer' = 'thought'): Matcher {
  const word = words[of]
  const { verb, sign } = sides[side]
  const bare = new RegExp(`^(?:${verb}_(?:of_)?${bareWord}|${bareWord}[_:]${verb})$`, 'i')
  const inBars = new RegExp(`^(?:${sign}|(?:channel|assistant)_)?${word}$|^(?:${verb}_?(?:of_?)?${word}|${word}_?${verb})$`, 'i')
  return { firsts: [0x3c], example: `<|${sign}${of === 'thought' ? 'think' : 'answer'}|>`, match }

  function match(text: string, at: number, final: boolean): Verdict {
    if (at + 1 === text.length) return final ? no : undecided
    const from = isBar(text.charCodeAt(at + 1)) ? at + 2 : at + 1
    const hasBars = from > at + 1
    if (!hasBars && (of === 'answer' || !beginnings.has(text.slice(from, from + 3).toLowerCase()))) return no
    const most = Math.min(text.length, at + longest)
    let to = from
    while (to < most && isInName(text.charCodeAt(to))) to++
    const end = hasBars ? to + 1 : to
    if (end >= text.length && (to === text.length || isBar(text.charCodeAt(to)))) return final || to - at >= longest ? no : undecided
    if ((hasBars && !isBar(text.charCodeAt(to))) || text.charCodeAt(end) !== 0x3e) return no
    const name = text.slice(from, to)
    return (hasBars ? inBars.test(name.replaceAll(/[:▁-]/g, '_')) : bare.test(name)) ? end + 1 - at : no
  }
}

/** First letters (up to three) of names in tokens without bars. */
const beginnings = new Set(
  ['begin', 'start', 'open', 'end', 'close', 'think', 'thought', 'reasoning', 'working'].flatMap((name) =>
    [1, 2, 3].map((length) => name.slice(0, length)),
  ),
)

const isBar = (unit: number): boolean => unit === 0x7c || unit === 0xff5c

const isInName = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x2d && unit <= 0x3a) || unit === 0x5f || unit === 0x2581
