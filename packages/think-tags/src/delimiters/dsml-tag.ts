import { no, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'

/** Bars of all widths. Tokenizers, terminals and intermediaries replace one by another. */
const bars = '｜|‖'
const mostBars = 2
const word = 'DSML'
/** Names of the language in which calls are written: `DSML` (DeepSeek), `GCML` (GigaChat). */
const language = /^[A-Z]{1,6}ML(?![A-Z])/
const beginningOfLanguage = /^[A-Z]{0,8}$/
const longestLanguage = 9

/**
 * Matches a tag of a DeepSeek call. Versions name the section differently, V4.1 has a blank before the name, and bars vary in width and number, and stand
 * between blanks at times. Other makers have taken the tags over:
 *
 *     <｜DSML｜function_calls>   <｜DSML｜ calls>   <|DSML|tool_calls>   </｜｜DSML｜｜invoke>   < | DSML | invoke   <｜GCML｜invoke
 *
 * @param name - Includes the closing bracket if the tag must end there. Empty: any, in DeepSeek's own language.
 */
export function dsmlTag(name: string, kind: 'opening' | 'closing'): Matcher {
  const lead = kind === 'closing' ? '</' : '<'
  return { firsts: [0x3c], example: `${lead}｜${word}｜${name}`, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    const short = final ? no : undecided
    let to = at
    for (const step of [lead, bars, word, bars]) {
      if (step !== lead && text.charAt(to) === ' ') to++
      if (step === bars) {
        const from = to
        while (to - from < mostBars && to < text.length && bars.includes(text.charAt(to))) to++
        if (to === from) return to === text.length ? short : no
        if (to === text.length && to - from < mostBars) return short
      } else if (step === word && name !== '') {
        const here = text.slice(to, to + longestLanguage)
        const found = language.exec(here)
        if (here.length < longestLanguage && beginningOfLanguage.test(here)) return short
        if (found === null) return no
        to += found[0].length
      } else if (text.startsWith(step, to)) to += step.length
      else return step.startsWith(text.slice(to)) ? short : no
    }
    if (name !== '' && text.charAt(to) === ' ') to++
    if (text.startsWith(name, to)) return to + name.length - at
    return name.startsWith(text.slice(to)) ? short : no
  }
}
