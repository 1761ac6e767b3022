import { no, undecided, type Matcher, type Verdict } from './matcher.ts'

/** Longest token that is looked at, in UTF-16 units. */
const longest = 64

const word = '(?:think|thinking|thought|reasoning)'
const spellings = {
  opening: new RegExp(`^(?:(?:begin|start|open)_(?:of_)?)?${word}(?:[_:](?:begin|start|open))?$`, 'i'),
  closing: new RegExp(`^(?:(?:/|(?:end|close)_(?:of_)?)${word}|${word}[_:](?:end|close))$`, 'i'),
}

/**
 * A token that a maker who is not known yet has for thoughts. Only a template can have written it.
 *
 *     <|think|>   <|think_start|>   <|begin_of_thinking|>   <｜thought｜>
 *     <|/think|>  <|think_end|>     <|end_of_thinking|>
 */
export function barToken(kind: 'opening' | 'closing'): Matcher {
  return { firsts: [0x3c], example: kind === 'opening' ? '<|think|>' : '<|/think|>', match }

  function match(text: string, at: number, final: boolean): Verdict {
    if (at + 1 < text.length && !isBar(text.charCodeAt(at + 1))) return no
    const most = Math.min(text.length, at + longest)
    let to = at + 2
    while (to < most && isInName(text.charCodeAt(to))) to++
    if (to >= text.length || (to + 1 === text.length && isBar(text.charCodeAt(to)))) return final || to - at >= longest ? no : undecided
    if (!isBar(text.charCodeAt(to)) || text.charCodeAt(to + 1) !== 0x3e) return no
    return spellings[kind].test(text.slice(at + 2, to)) ? to + 2 - at : no
  }
}

const isBar = (unit: number): boolean => unit === 0x7c || unit === 0xff5c

const isInName = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x5f || unit === 0x3a || unit === 0x2f
