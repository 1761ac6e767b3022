import {
  anyOfTexts,
  foldCase,
  isLineEnd,
  isWhitespace,
  literalInAnyCase,
  no,
  skipSpace,
  undecided,
  type Matcher,
  type MatchVerdict,
} from '../matching/matcher.ts'
import { thoughtName } from './thought-names.ts'

export interface TagVariants {
  anyCase: boolean
  /** Accepts `< think >` and `< /think >`. */
  whitespace: boolean
  /**
   * Accepts `</think >`, `<//think>` and `<\/think>` (from tokenizers and escaping), `</think id="1">`, and `</think` at the end of a line or of the text.
   * Default false.
   */
  oddClosers?: boolean
  /** Accepts `<think signature="…">`, for openers only. */
  attributes: boolean
  /** Limit of a tag's length, in UTF-16 units, and so of held text. */
  maxLength: number
}

/** Parses `<name>` or `</name>`. Undefined: another kind of delimiter. */
export function parseTag(tag: string): { name: string; closing: boolean } | undefined {
  const found = /^<(\/?)([A-Za-z][\w:.-]*)>$/.exec(tag)
  return found === null ? undefined : { name: found[2]!, closing: found[1] === '/' }
}

/**
 * Matches a tag by its full name, in the requested spellings.
 *
 *     < / think >      <think signature="a > b" redacted>
 *      ^ ^     ^             ^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *      whitespace            attributes
 */
export function markupTag(name: string, closing: boolean, variants: TagVariants): Matcher {
  const { anyCase, whitespace, oddClosers = false, attributes, maxLength } = variants
  const fold = anyCase ? foldCase : (unit: number) => unit
  return { firsts: [0x3c], example: `<${closing ? '/' : ''}${name}>`, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    const end = endOf(text, at)
    if (end > 0) return end - at <= maxLength ? end - at : no
    if (final && closing && oddClosers && end === undecided && endsInName(text, at)) return text.length - at
    return end === no || final || text.length - at >= maxLength ? no : undecided
  }

  /** Whether a tag that the end of the text has cut has lost only its bracket. */
  function endsInName(text: string, at: number): boolean {
    const rest = text.slice(at, at + maxLength).trimEnd()
    return rest.length > name.length && rest.slice(-name.length).toLowerCase() === name.toLowerCase()
  }

  /** Returns the end of the tag, `no`, or `undecided` at the end of the text. */
  function endOf(text: string, start: number): number {
    const most = Math.min(text.length, start + maxLength)
    let at = gap(text, start + 1, most)
    if (closing) {
      if (oddClosers && text.charCodeAt(at) === backslash) at++
      if (at >= most) return undecided
      if (text.charCodeAt(at) !== slash) return no
      at++
      if (oddClosers && text.charCodeAt(at) === slash) at++
      at = gap(text, at, most)
    }
    for (let i = 0; i < name.length; i++, at++) {
      if (at >= most) return undecided
      if (fold(text.charCodeAt(at)) !== fold(name.charCodeAt(i))) return no
    }
    if (at >= most) return undecided
    if (text.charCodeAt(at) === bracket) return at + 1
    if (!isWhitespace(text.charCodeAt(at))) return no
    if (attributes && !closing) return endOfAttributes(text, at, most)
    if (!whitespace && !oddClosers) return no
    const behindName = at
    at = skipSpace(text, at, most)
    if (at >= most) return undecided
    if (text.charCodeAt(at) === bracket) return at + 1
    if (!oddClosers || !closing) return no
    return isLineEnd(text.charCodeAt(behindName)) ? behindName : endOfAttributes(text, behindName, most, true)
  }

  function gap(text: string, from: number, most: number): number {
    return whitespace ? skipSpace(text, from, most) : from
  }
}

/** Matches `< think >`, an opening tag with a blank before its name. */
export function spacedTag(name: string): Matcher {
  const tag = markupTag(name, false, { anyCase: true, whitespace: true, attributes: false, maxLength: longestSpaced })
  return {
    ...tag,
    example: `< ${name} >`,
    match: (text, at, final) => (at + 1 < text.length && !isWhitespace(text.charCodeAt(at + 1)) ? no : tag.match(text, at, final)),
  }
}

/** In UTF-16 units. */
const longestSpaced = 64

/** Matches `<think/>` and `<think />`, an empty thought. */
export function emptyTag(name: string): Matcher {
  const lead = `<${name}`
  return {
    firsts: [0x3c],
    example: `${lead}/>`,
    match(text, at, final) {
      const end = Math.min(text.length, at + longestSpaced)
      for (let i = 0; i < lead.length; i++) {
        if (at + i >= end) return final ? no : undecided
        if (text.charCodeAt(at + i) !== lead.charCodeAt(i)) return no
      }
      let to = skipSpace(text, at + lead.length, end)
      for (const unit of [slash, bracket]) {
        if (to >= end) return final || to - at >= longestSpaced ? no : undecided
        if (text.charCodeAt(to++) !== unit) return no
      }
      return to - at
    },
  }
}

/** Names of a thought in other languages. */
const inOtherLanguages =
  '(?:思考|反思|推敲|思考过程|思考過程|思维|思维过程|推理|推理过程|推論|생각|추론|pensami?ento|pensée|pensiero|razonamiento|raciocínio|raisonnement|ragionamento|réflexion|' +
  'überlegung(?:en)?|gedanken?|denken|nachdenken|размышлени[ея]|рассуждени[ея]|мысли|міркування|rozumowanie|myślenie|düşünce|تفكير|التفكير)'

/** Spellings of the slash. */
const slashes = ['/', '／', '%2f', '&#47;', '\\u002f']

/** Matches a thinking tag between marks other than angle brackets: `&lt;think&gt;`, `[/thinking]`, `<!-- think -->`, or in another language. */
export function tagIn({ lead, end }: { lead: string; end: string }, closing: boolean): Matcher {
  const isComment = lead.endsWith('--')
  const begin = closing && !isComment ? anyOfTexts(...slashes.map((mark) => lead + mark)) : literalInAnyCase(lead)
  const finish = literalInAnyCase(end)
  const isOther = lead === '<'
  const name = new RegExp(`^(?:${isOther ? inOtherLanguages : `${thoughtName}|${inOtherLanguages}`})$`, 'i')
  return {
    firsts: begin.firsts,
    example: `${begin.example}${isOther ? '思考' : 'think'}${end}`,
    match(text, at, final) {
      const verdict = begin.match(text, at, final)
      if (verdict <= no) return verdict
      let from = at + verdict
      // The first letter of nearly all tags is none of theirs.
      if (isOther && from < text.length && /[^\u0080-\uffffdgmnpr]/i.test(text.charAt(from))) return no
      if (isComment) {
        from = skipSpace(text, from, from + 1)
        if (from === text.length) return final ? no : undecided
        if (closing && text.charCodeAt(from++) !== slash) return no
      }
      let to = from
      while (to < text.length && to - from < longestName && isLetter(text.charCodeAt(to))) to++
      if (to === text.length) return final || to - from === longestName ? no : undecided
      if (!name.test(text.slice(from, to))) return no
      if (isComment) to = skipSpace(text, to, to + 1)
      const rest = finish.match(text, to, final)
      return rest <= no ? rest : to + rest - at
    },
  }
}

/** In UTF-16 units. */
const longestName = 16

const isLetter = (unit: number): boolean =>
  (foldCase(unit) >= 0x61 && foldCase(unit) <= 0x7a) || (unit >= 0xc0 && /\p{L}/u.test(String.fromCharCode(unit)))

const details = markupTag('details', false, { anyCase: true, whitespace: false, attributes: true, maxLength: 256 })
const isThought = new RegExp(`\\stype\\s*=\\s*["']?${thoughtName}["'\\s>]`, 'i')

/** Matches `<details>` whose type is that of a thought. */
export const detailsTag: Matcher = {
  ...details,
  example: '<details type="reasoning">',
  match(text, at, final) {
    const verdict = details.match(text, at, final)
    return verdict > no && !isThought.test(text.slice(at, at + verdict)) ? no : verdict
  },
}

/**
 * Reads attributes from the whitespace after the name on: `name`, `name=value`, `name="value"`, each after whitespace, then the bracket.
 *
 * @param valued - A name without a value is no attribute, as it may be a word of the text.
 */
function endOfAttributes(text: string, from: number, most: number, valued = false): number {
  let at = from
  for (;;) {
    const next = skipSpace(text, at, most)
    if (next >= most) return undecided
    // `<think a/>` is empty. Taken for an opener, it would hide the whole answer.
    if (text.charCodeAt(next) === bracket) return text.charCodeAt(next - 1) === slash ? no : next + 1
    if (next === at) return no
    at = skipWord(text, next, most)
    if (at >= most) return undecided
    if (at === next) return no
    const equals = skipSpace(text, at, most)
    if (equals >= most) return undecided
    if (text.charCodeAt(equals) !== 0x3d) {
      if (valued) return no
      continue
    }
    at = endOfValue(text, skipSpace(text, equals + 1, most), most)
    if (at <= no) return at
  }
}

function endOfValue(text: string, from: number, most: number): number {
  if (from >= most) return undecided
  const quote = text.charCodeAt(from)
  if (quote === 0x22 || quote === 0x27) {
    let at = from + 1
    while (at < most && text.charCodeAt(at) !== quote) at++
    return at >= most ? undecided : at + 1
  }
  const end = skipWord(text, from, most)
  if (end >= most) return undecided
  return end === from ? no : end
}

/** Skips a name or an unquoted value: up to whitespace, or a character that it cannot contain. */
function skipWord(text: string, from: number, most: number): number {
  let at = from
  while (at < most && !isWhitespace(text.charCodeAt(at)) && !notInWord.has(text.charCodeAt(at))) at++
  return at
}

const slash = 0x2f
const backslash = 0x5c
const bracket = 0x3e
const notInWord = new Set([...'<>="\'`'].map((character) => character.charCodeAt(0)))
