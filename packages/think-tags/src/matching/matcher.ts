/** Result of a matcher at a place: a length above 0 (matched), `no`, or `undecided` (the text is too short). */
export type MatchVerdict = number
export const no = 0
export const undecided = -1

/** Recognises one delimiter at a given place. Pure, and shared by all splitters of an adapter. */
export interface Matcher {
  /** First units of all texts that it matches. */
  readonly firsts: readonly number[]
  /** The only text that it matches, if there is just one. */
  readonly literal?: string
  /** An example of the texts that it matches, if there are several. */
  readonly example?: string
  /**
   * Matches where such a delimiter may begin, also at the end of a piece of text. For matchers whose first units are common: text with such a unit passes
   * unchanged unless this pattern matches.
   */
  readonly shows?: RegExp
  /** Answers speak of it: within a sentence of one it counts only in front of this. */
  readonly inSentence?: Condition
  /** @param final - No more text will come, so the result is never `undecided`. */
  match(text: string, at: number, final: boolean): MatchVerdict
}

/** Limit of text that `shows` examines, in UTF-16 units. */
export const shownUnits = 12

/** Returns the longest match of several alternatives. Undecided if one of them is, because it may turn out longer. */
export function longest<Way>(ways: readonly Way[], read: (way: Way) => MatchVerdict): MatchVerdict {
  let verdict: MatchVerdict = no
  for (const way of ways) {
    const found = read(way)
    if (found === undecided) return undecided
    verdict = Math.max(verdict, found)
  }
  return verdict
}

/** Matches exactly these characters. */
export function literal(value: string): Matcher {
  const { length } = value
  return { firsts: [value.charCodeAt(0)], literal: value, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    if (text.length - at >= length) return text.startsWith(value, at) ? length : no
    return !final && value.startsWith(text.slice(at)) ? undecided : no
  }
}

/** Matches these characters in any case. Only ASCII letters have two. */
export function literalInAnyCase(value: string): Matcher {
  const { length } = value
  const first = value.charAt(0)
  return { firsts: [...new Set([lower(first), upper(first)])].map((unit) => unit.charCodeAt(0)), example: value, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    const end = Math.min(at + length, text.length)
    for (let i = at; i < end; i++) {
      if (foldCase(text.charCodeAt(i)) !== foldCase(value.charCodeAt(i - at))) return no
    }
    if (end - at === length) return length
    return final ? no : undecided
  }
}

/** Matches `prefix`, a name of 1 to 64 units, then `suffix`: headers that name a tool, and markers that an engine creates for each response. */
export const nameBetween = (prefix: string, suffix: string): Matcher => between(prefix, suffix, isNameUnit)

/** Matches `prefix`, 1 to 64 digits, then `suffix`: reserved tokens of a vocabulary. */
export const digitsBetween = (prefix: string, suffix: string): Matcher => between(prefix, suffix, isDigit)

/** Matches `prefix`, 1 to 64 letters or digits, then `suffix`: tags of a single checkpoint. */
export const wordBetween = (prefix: string, suffix: string): Matcher => between(prefix, suffix, isWordUnit)

function between(prefix: string, suffix: string, isInside: (unit: number) => boolean): Matcher {
  const begin = literal(prefix)
  const finish = literal(suffix)
  return { firsts: begin.firsts, example: `${prefix}0${suffix}`, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    const verdict = begin.match(text, at, final)
    if (verdict <= no) return verdict
    const from = at + verdict
    let to = from
    while (to < text.length && to - from < 64 && isInside(text.charCodeAt(to)) && !text.startsWith(suffix, to)) to++
    if (to === text.length) return final ? no : undecided
    const rest = to === from ? no : finish.match(text, to, final)
    return rest <= no ? rest : to + rest - at
  }
}

/** One of these texts, in any case. */
export function anyOfTexts(...values: readonly string[]): Matcher {
  const matchers = values.map(literalInAnyCase)
  return {
    firsts: [...new Set(matchers.flatMap(({ firsts }) => firsts))],
    example: values[0]!,
    match: (text, at, final) => longest(matchers, (matcher) => matcher.match(text, at, final)),
  }
}

/** Whether the text after a delimiter makes it count. Undefined: too short to decide. */
export type Condition = (text: string, from: number, final: boolean) => boolean | undefined

/** Matches the delimiter if the text after it makes it count. The match excludes that text. */
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

/** Matches a delimiter, or two of them without text between them. */
export function onceOrTwice(matcher: Matcher): Matcher {
  return {
    ...matcher,
    match(text, at, final) {
      const one = matcher.match(text, at, final)
      if (one <= no) return one
      const two = at + one === text.length ? (final ? no : undecided) : matcher.match(text, at + one, final)
      return two > no ? one + two : two === undecided ? undecided : one
    },
  }
}

/** Limit of whitespace that is skipped to decide a delimiter. The whitespace is held, and read again with each piece. */
const mostGap = 128

/** A mark behind which no call begins, because a sentence goes on or ends there. */
export const sentenceMark: Matcher = { firsts: [], match: (text, at) => (/[,.;:!?)，。、；：！？）]/.test(text.charAt(at)) ? 1 : no) }

/** Any of these after optional whitespace. */
export function anyOfAfterSpace(matchers: readonly Matcher[]): Condition {
  return (text, from, final) => {
    const at = skipSpace(text, from, from + mostGap)
    if (at === text.length) return final ? false : at - from < mostGap ? undefined : false
    const verdicts = matchers.map((matcher) => matcher.match(text, at, final))
    if (verdicts.some((verdict) => verdict > no)) return true
    return verdicts.includes(undecided) ? undefined : false
  }
}

/** More text than whitespace, unless it begins with one of these, or none that is to come. */
export function goesOnWithout(others: readonly Matcher[]): Condition {
  const isOther = anyOfAfterSpace(others)
  return (text, from, final) => {
    const at = skipSpace(text, from, from + mostGap)
    if (at === text.length) return final || at - from >= mostGap ? true : undefined
    const other = isOther(text, from, final)
    return other === undefined ? undefined : !other
  }
}

/** Only blanks up to the end of the line or of the text. */
export const endOfLine: Condition = (text, from, final) => {
  const most = Math.min(text.length, from + mostGap)
  let at = from
  while (at < most && isBlank(text.charCodeAt(at))) at++
  if (at < text.length) return isLineEnd(text.charCodeAt(at))
  return final ? true : at - from < mostGap ? undefined : false
}

/** The end of the line or of the text, or the beginning of a sentence. A text that mentions a closer continues within its own sentence. */
export const mayBeginAnswer: Condition = (text, from, final) => {
  const ends = endOfLine(text, from, final)
  if (ends !== false) return ends
  let at = from
  while (isBlank(text.charCodeAt(at))) at++
  if (!final && at + 1 === text.length && straightMark.test(text.charAt(at))) return undefined
  return at === text.length || endsQuotation.test(text.slice(at, at + 2))
    ? false
    : /^[\p{Lu}\p{Lt}\p{Lo}\d{[<*#`"'“‘«「$\\|>_-]|^[^\p{L}\p{P}\s]/u.test(text.slice(at, at + 2))
}

const straightMark = /["'`]/
/** A mark that closes a quotation: `"<think>(.*?)</think>", text`. */
const endsQuotation = /^["'`][\s,;:.)\]}]/

/** Text after which the next unit decides. */
const mayGoOn = /^(?:[^\S\n]?[标標タ태]?|-|['’]s?)$/

/** False if a sentence goes on here: a blank and a small letter, a mark or an arrow, or a word that names a tag. */
export const mayBeginThought: Condition = (text, from, final) => {
  const next = text.slice(from, from + 3)
  if (mayGoOn.test(next)) return final || undefined
  return !/^(?:[^\S\n][\p{Ll}\p{P}→]|[,.;:!?)，。、；：！？）」』\u2012-\u2015]|['’]s[^\p{L}]|-\p{L}|[^\S\n]?(?:标签|标记|標籤|標記|タグ|태그))/u.test(
    next,
  )
}

/** The end of a word and a blank, or a mark of a script without blanks. */
const wordAndBlank = /[\p{L}\p{N},;][^\S\n]$|[、，；]$/u

/** The end of a label in front of its value. */
export const label = /[:：=→][^\S\n]?$/

/** @param before - The text before a delimiter: at least its last two units. */
export const isBehindWord = (before: string): boolean => wordAndBlank.test(before)

/**
 * Whether a sentence goes on around a delimiter, so that the text names it. Most thoughts end in a mark or a line break.
 *
 *     waits for the </think> tag        named
 *     so it is four. </think> It is     not
 *
 * @param before - The text before it: at least its last two units.
 * @returns Undefined: too short to decide.
 */
export function isNamed(before: string, text: string, end: number, final: boolean): boolean | undefined {
  return isBehindWord(before) && sentenceGoesOn(text, end, final)
}

export function sentenceGoesOn(text: string, from: number, final: boolean): boolean | undefined {
  if (from === text.length) return final ? false : undefined
  const begins = mayBeginThought(text, from, final)
  return begins === undefined ? undefined : !begins
}

/** Words, which no call begins with. */
export const prose = /^\s*(?:\p{Lo}|[\p{L}\p{N}]+(?:['’]\p{L}+)?[,.:;!?]?\s+(?:\p{L}|<\/?\w))/u
const beginningOfProse = /^\s?[\p{L}\p{N}'’]{0,24}[,.:;!?]?\s?$/u

/** Whether a sentence names the opener of a call: `the <|tool_call_start|> token opens it`. A call may follow a sentence without its end. */
export function isCallNamed(before: string, text: string, end: number, final: boolean): boolean | undefined {
  if (!isBehindWord(before) || !(end === text.length || isWhitespace(text.charCodeAt(end)))) return false
  return !final && beginningOfProse.test(text.slice(end, end + 32)) ? undefined : prose.test(text.slice(end, end + 32))
}

/**
 * Whether an answer displays a closer: as the value of a label, as an item of a list, in emphasis marks, or as a line of indented code. A thought may end so, too, so this counts
 * only behind a closed one.
 *
 *     Closer: </think>↵     - </think>↵     **</think>** is missing     ↵    </think>↵
 */
export function isDisplayed(before: string, text: string, end: number, final: boolean): boolean | undefined {
  if (end === text.length) return final ? false : undefined
  const mark = before.charAt(before.length - 1)
  if (mark === '*' || mark === '_') return endsEmphasis(mark, text, end, final)
  const isLabelled = label.test(before)
  if (isLineEnd(text.charCodeAt(end))) return isLabelled || isSetOff.test(before)
  return isLabelled && sentenceGoesOn(text, end, final)
}

/** Matches an indent, or the mark of an item. */
const isSetOff = /(?:[^\S\n]{2}|\t|[-*+•][^\S\n])$/

/** Whether one or two marks come here that no word follows. */
function endsEmphasis(mark: string, text: string, from: number, final: boolean): boolean | undefined {
  if (text.charAt(from) !== mark) return false
  const end = text.charAt(from + 1) === mark ? from + 2 : from + 1
  return end === text.length ? final || undefined : /[\s.,;:!?)，。；：！？）]/.test(text.charAt(end))
}

export function skipSpace(text: string, from: number, most = text.length): number {
  const to = Math.min(text.length, most)
  let at = from
  while (at < to && isWhitespace(text.charCodeAt(at))) at++
  return at
}

/** Limit of whitespace after a token at the end of the text. */
const mostBehindToken = 16

/** Whether only a little whitespace follows. Undefined: no other text has come yet. */
export function endsText(text: string, from: number, final: boolean): boolean | undefined {
  const to = skipSpace(text, from, from + mostBehindToken)
  return to < text.length ? false : final || undefined
}

/** Space, tab or no-break space, which models leave beside a marker without any meaning. */
export const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0xa0

/** Also a carriage return alone. Before a line feed it ends an additional empty line, which changes nothing. */
export const isLineEnd = (unit: number): boolean => unit === 0x0a || unit === 0x0d

/** Unit of a name: ASCII letters and digits, `_`, `-` and `.`. */
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
const lower = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
const upper = (text: string): string => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
