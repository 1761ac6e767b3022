/** What a matcher says of a place: a length above 0 (matched), `no`, or `undecided` (the text is too short to tell). */
export type Verdict = number
export const no = 0
export const undecided = -1

/** Recognises one delimiter at a given place. Pure, and shared by all splitters of an adapter. */
export interface Matcher {
  /** First units of everything that it matches. */
  readonly firsts: readonly number[]
  /** The text, of a matcher that knows only one. */
  readonly literal?: string
  /** One of the texts, of a matcher that knows many. */
  readonly example?: string
  /**
   * Fits where one of these may begin, also at the end of a piece of text. For matchers whose first units are common: text with such a unit goes out
   * as it came unless this fits.
   */
  readonly shows?: RegExp
  /** @param final - No more text will come: never `undecided`. */
  match(text: string, at: number, final: boolean): Verdict
}

/** Longest text that a `shows` looks at, in UTF-16 units. */
export const shownUnits = 12

/** The longest of what several ways of reading a place find. Undecided while one of them is: it may be longer. */
export function longest<Way>(ways: readonly Way[], read: (way: Way) => Verdict): Verdict {
  let verdict: Verdict = no
  for (const way of ways) {
    const found = read(way)
    if (found === undecided) return undecided
    verdict = Math.max(verdict, found)
  }
  return verdict
}

/** Exactly these characters. */
export function literal(value: string): Matcher {
  const { length } = value
  return { firsts: [value.charCodeAt(0)], literal: value, match }

  function match(text: string, at: number, final: boolean): Verdict {
    if (text.length - at >= length) return text.startsWith(value, at) ? length : no
    return !final && value.startsWith(text.slice(at)) ? undecided : no
  }
}

/** These characters in any case. Only ASCII letters have two. */
export function literalInAnyCase(value: string): Matcher {
  const { length } = value
  const first = value.charAt(0)
  return { firsts: [...new Set([lower(first), upper(first)])].map((unit) => unit.charCodeAt(0)), example: value, match }

  function match(text: string, at: number, final: boolean): Verdict {
    const end = Math.min(at + length, text.length)
    for (let i = at; i < end; i++) {
      if (foldCase(text.charCodeAt(i)) !== foldCase(value.charCodeAt(i - at))) return no
    }
    if (end - at === length) return length
    return final ? no : undecided
  }
}

/** `prefix`, then 1 to 64 hexadecimal digits, then `suffix`: markers that an engine makes up for each response. */
export const hexBetween = (prefix: string, suffix: string): Matcher => between(prefix, suffix, isHexDigit)

/** `prefix`, then 1 to 64 digits, then `suffix`: tokens that a vocabulary has in reserve. */
export const digitsBetween = (prefix: string, suffix: string): Matcher => between(prefix, suffix, isDigit)

/** `prefix`, then 1 to 64 letters or digits, then `suffix`: tags that a checkpoint has of its own. */
export const wordBetween = (prefix: string, suffix: string): Matcher => between(prefix, suffix, isWordUnit)

function between(prefix: string, suffix: string, isInside: (unit: number) => boolean): Matcher {
  const begin = literal(prefix)
  const finish = literal(suffix)
  return { firsts: begin.firsts, example: `${prefix}0${suffix}`, match }

  function match(text: string, at: number, final: boolean): Verdict {
    const verdict = begin.match(text, at, final)
    if (verdict <= no) return verdict
    const from = at + verdict
    let to = from
    while (to < text.length && to - from < 64 && isInside(text.charCodeAt(to))) to++
    if (to === text.length) return final ? no : undecided
    const rest = to === from ? no : finish.match(text, to, final)
    return rest <= no ? rest : to + rest - at
  }
}

/** Whether what stands behind a delimiter makes it count; undefined: too short to tell. */
export type Condition = (text: string, from: number, final: boolean) => boolean | undefined

/** The delimiter, where what follows it makes it count. What follows is not part of it. */
export function followedBy(matcher: Matcher, condition: Condition): Matcher {
  return {
    firsts: matcher.firsts,
    match(text, at, final) {
      const verdict = matcher.match(text, at, final)
      if (verdict <= no) return verdict
      const holds = condition(text, at + verdict, final)
      return holds === undefined ? undecided : holds ? verdict : no
    },
  }
}

/** Most whitespace that is read over to decide a delimiter: it is held for so long, and read again with each piece. */
const mostGap = 128

/** One of these, after any whitespace. */
export function anyOfAfterSpace(matchers: readonly Matcher[]): Condition {
  return (text, from, final) => {
    const at = skipSpace(text, from, from + mostGap)
    if (at === text.length) return final ? false : at - from < mostGap ? undefined : false
    const verdicts = matchers.map((matcher) => matcher.match(text, at, final))
    if (verdicts.some((verdict) => verdict > no)) return true
    return verdicts.includes(undecided) ? undefined : false
  }
}

/** Nothing but blanks up to the end of the line or of the text. */
export const endOfLine: Condition = (text, from, final) => {
  const most = Math.min(text.length, from + mostGap)
  let at = from
  while (at < most && isBlank(text.charCodeAt(at))) at++
  if (at < text.length) return isLineEnd(text.charCodeAt(at))
  return final ? true : at - from < mostGap ? undefined : false
}

/** The end of the line or of the text, or what begins a sentence: a text that speaks of a closer goes on within its own. */
export const mayBeginAnswer: Condition = (text, from, final) => {
  const ends = endOfLine(text, from, final)
  if (ends !== false) return ends
  let at = from
  while (isBlank(text.charCodeAt(at))) at++
  return at === text.length ? false : /^[\p{Lu}\p{Lt}\p{Lo}\d{[<*#`"'“‘«「$\\|>_-]|^[^\p{L}\p{P}\s]/u.test(text.slice(at, at + 2))
}

export function skipSpace(text: string, from: number, most = text.length): number {
  const to = Math.min(text.length, most)
  let at = from
  while (at < to && isWhitespace(text.charCodeAt(at))) at++
  return at
}

/** Whitespace that may follow a token at the end of the text. */
const mostBehindToken = 16

/** Nothing but a little whitespace follows. Undefined: nothing has come yet. */
export function endsText(text: string, from: number, final: boolean): boolean | undefined {
  const to = skipSpace(text, from, from + mostBehindToken)
  return to < text.length ? false : final || undefined
}

/** Space, tab, no-break space: what models leave beside a marker without meaning anything by it. */
export const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0xa0

/** Also a carriage return alone; before a line feed it ends an empty line more, which changes nothing. */
export const isLineEnd = (unit: number): boolean => unit === 0x0a || unit === 0x0d

/** Of a name: letters and digits of ASCII, `_`, `-` and `.`. */
export const isNameUnit = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  (unit >= 0x30 && unit <= 0x39) ||
  unit === 0x5f ||
  unit === 0x2d ||
  unit === 0x2e

/** Unicode whitespace, all of it one unit long. Models put non-breaking spaces beside tags. */
export const isWhitespace = (unit: number): boolean =>
  unit === 0x20 ||
  (unit >= 0x09 && unit <= 0x0d) ||
  (unit > 0x7f &&
    (unit === 0x85 ||
      unit === 0xa0 ||
      unit === 0x1680 ||
      (unit >= 0x2000 && unit <= 0x200a) ||
      unit === 0x2028 ||
      unit === 0x2029 ||
      unit === 0x202f ||
      unit === 0x205f ||
      unit === 0x3000 ||
      unit === 0xfeff))

export const foldCase = (unit: number): number => (unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit)
const isWordUnit = (unit: number): boolean => (unit >= 0x30 && unit <= 0x39) || (foldCase(unit) >= 0x61 && foldCase(unit) <= 0x7a)
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39
const isHexDigit = (unit: number): boolean => (unit >= 0x30 && unit <= 0x39) || (foldCase(unit) >= 0x61 && foldCase(unit) <= 0x66)
const lower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
const upper = (text: string): string => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
