import { isNameUnit, no, skipSpace, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'

/** Limit of a function name, in UTF-16 units. */
const longestName = 64

/** Matches `prefix`, a function name, then one of `ends`, also after whitespace if `mayGap`. */
function named(prefix: string, ends: readonly string[], mayGap: boolean): Matcher {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'].map((letter) => letter.charCodeAt(0))
  return { firsts: prefix === '' ? letters : [prefix.charCodeAt(0)], example: `${prefix}f${ends[0]!}`, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    const short = final ? no : undecided
    if (!text.startsWith(prefix, at)) return prefix.startsWith(text.slice(at)) ? short : no
    const from = at + prefix.length
    let to = from
    while (to < text.length && to - from < longestName && isNameUnit(text.charCodeAt(to))) to++
    if (to === text.length) return short
    if (to === from) return no
    if (mayGap) to = skipSpace(text, to, to + longestName)
    const end = ends.find((one) => text.startsWith(one, to))
    if (end !== undefined) return to + end.length - at
    return ends.some((one) => one.startsWith(text.slice(to))) ? short : no
  }
}

/** Matches `<function=run_it>`, Qwen's call without its outer tag. */
export const functionTag = named('<function=', ['>'], false)

/** Matches `<invoke name="f">` of Claude and MiniMax, and `<function name="f">` of MiniCPM. */
export const namedTag = (tag: string): Matcher => named(`<${tag} name="`, ['">'], false)

/** Matches a function name before the beginning of its arguments. */
export const calledName = (...ends: string[]): Matcher => named('', ends, true)
