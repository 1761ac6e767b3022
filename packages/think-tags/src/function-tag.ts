import { isNameUnit, no, skipSpace, undecided, type Matcher, type Verdict } from './matcher.ts'

/** Longest name of a function, in UTF-16 units. */
const longestName = 64

/** `prefix`, the name of a function, then one of `ends`, also behind whitespace where `mayGap`. */
function named(prefix: string, ends: readonly string[], mayGap: boolean): Matcher {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'].map((letter) => letter.charCodeAt(0))
  return { firsts: prefix === '' ? letters : [prefix.charCodeAt(0)], example: `${prefix}f${ends[0]!}`, match }

  function match(text: string, at: number, final: boolean): Verdict {
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

/** `<function=run_it>`: Qwen's call, without the tag around it. */
export const functionTag = named('<function=', ['>'], false)

/** `<invoke name="f">`, as Claude and MiniMax have it, and `<function name="f">`, as MiniCPM has. */
export const namedTag = (tag: string): Matcher => named(`<${tag} name="`, ['">'], false)

/** The name of a function, in front of what its arguments begin with. */
export const calledName = (...ends: string[]): Matcher => named('', ends, true)
