import { no, undecided, type Matcher, type Verdict } from './matcher.ts'

/** Longest token that is looked at, in UTF-16 units. */
const longest = 64

const word = '(?:think|thinking|thought|reasoning|working_out)'
const spellings = {
  opening: new RegExp(`^(?:(?:begin|start|open)_(?:of_)?${word}|${word}[_:](?:begin|start|open))$`, 'i'),
  closing: new RegExp(`^(?:(?:end|close)_(?:of_)?${word}|${word}[_:](?:end|close))$`, 'i'),
}
const inBars = {
  opening: new RegExp(`^(?:(?:begin|start|open)?(?:of)?${word}|${word}(?:begin|start|open))$`, 'i'),
  closing: new RegExp(`^(?:/|(?:end|close)(?:of)?)${word}$|^${word}(?:end|close)$`, 'i'),
}

/**
 * A token that a maker who is not known yet has for thoughts. Only a template can have written it.
 *
 *     <|think|>   <|think_start|>   <|begin_of_thinking|>   <｜thought｜>   <start_working_out>
 *     <|/think|>  <|think_end|>     <|end_of_thinking|>                   <end_working_out>   <|endthink|>
 */
export function barToken(kind: 'opening' | 'closing'): Matcher {
  return { firsts: [0x3c], example: kind === 'opening' ? '<|think|>' : '<|/think|>', match }

  function match(text: string, at: number, final: boolean): Verdict {
    if (at + 1 === text.length) return final ? no : undecided
    const from = isBar(text.charCodeAt(at + 1)) ? at + 2 : at + 1
    const hasBars = from > at + 1
    if (!hasBars && !beginnings.has(text.slice(from, from + 3).toLowerCase())) return no
    const most = Math.min(text.length, at + longest)
    let to = from
    while (to < most && isInName(text.charCodeAt(to))) to++
    const end = hasBars ? to + 1 : to
    if (end >= text.length && (to === text.length || isBar(text.charCodeAt(to)))) return final || to - at >= longest ? no : undecided
    if ((hasBars && !isBar(text.charCodeAt(to))) || text.charCodeAt(end) !== 0x3e) return no
    const name = text.slice(from, to)
    return spellings[kind].test(name) || (hasBars && inBars[kind].test(name)) ? end + 1 - at : no
  }
}

/** Of a name that says what begins or ends, its first three letters or fewer. */
const beginnings = new Set(
  ['begin', 'start', 'open', 'end', 'close', 'think', 'thought', 'reasoning', 'working'].flatMap((name) =>
    [1, 2, 3].map((length) => name.slice(0, length)),
  ),
)

const isBar = (unit: number): boolean => unit === 0x7c || unit === 0xff5c

const isInName = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || unit === 0x3a || unit === 0x2f
