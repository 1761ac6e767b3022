import { alphanumeric, base64url, characterSet, has, isQuote, isSpace, type CharacterSet } from '../characters.ts'
import { entropy } from '../entropy.ts'
import { ahead, begins, codeAt, run, type Window } from '../window.ts'

/** Maximum length of the text between two pieces: a line end, an operator, a call, the next number of a list. */
const gapChars = 64
/** Maximum distance from the start of a token to the start of its last piece. */
const wholeChars = 1200
const mostPieces = 64
/** Minimum length of a prefix that is alone before a gap. Shorter ones could be words. */
const fewestPrefixChars = 4
const fewestFirstChars = 12
/** Maximum length of the text before a token in its line, which may come again before the next piece. */
const leadChars = 40
const maxTagChars = 40
const [backslash, lessThan, equals, slash, star, space] = [92, 60, 61, 47, 42, 32]

export interface Joined {
  end: number
  /** The pieces, if replacing all from the first to the last would replace more than the token. */
  parts?: readonly TokenPiece[]
  /** Text of the joined pieces. */
  text: string
}

/** Minimum and maximum length of a token after its prefix. */
export interface Lengths {
  min: number
  max: number
}

/** State of a cut token. */
interface CutToken {
  text: string
  /** Minimum number of characters that are missing. */
  missing: number
  /** Length of the first piece. */
  first: number
  /** Shape of the last gap. After the first piece, of the text before the token in its line, with which the next gap may end. */
  gap: string
  lead: string
  /** Length of the last piece. */
  size: number
  /** Whether the prefix cannot be a word. Words may then be in the gaps. */
  isDistinct: boolean
  /** Whether the first piece is the prefix alone. */
  isAlone: boolean
}

interface KeyPiece {
  at: number
  from: number
  to: number
}

export interface TokenPiece {
  start: number
  end: number
}

/**
 * Joins a token that was cut, whatever is between its pieces: line ends, operators, calls, numbers of a list, cells of a table. A piece looks random, or follows
 * the same gap as the piece before it. The first piece is from `at` to `to`, and its prefix ends at `from`. Undefined if the token was not cut.
 */
export function joinToken(
  window: Window,
  { at, from, to }: KeyPiece,
  { characters, min, max }: Lengths & { characters: CharacterSet },
  isToken: (at: number) => boolean,
): Joined | undefined {
  const prefix = from - at
  if (has(alphanumeric, codeAt(window, to)) || (to - from < 2 && prefix < fewestPrefixChars && !isQuote(codeAt(window, to))))
    return undefined
  // The rest of a name: `npm_install`, `sk-theme-dark`.
  if (names.test(window.text.slice(from, to))) return undefined
  const isSigned = !has(alphanumeric, window.text.charCodeAt(from - 1))
  if (!isSigned && !has(opensGap, codeAt(window, to)) && !isSpace(codeAt(window, to + 1))) return undefined
  const isDistinct = prefix >= fewestPrefixChars || isSigned
  const parts: TokenPiece[] = [{ start: at, end: to }]
  const cut: CutToken = {
    text: window.text.slice(at, to),
    missing: min - to + from,
    first: to - at,
    gap: '',
    lead: leadOf(window, at),
    size: 0,
    isDistinct,
    isAlone: to === from,
  }
  let end = to
  for (let pieces = 0; pieces < mostPieces && end < at + wholeChars; pieces++) {
    if (cut.missing <= 0 && min === max) break
    const piece = nextPiece(window, end, characters, cut, isToken)
    if (window.short) return undefined
    if (piece === undefined || cut.text.length - prefix + piece.end - piece.start > max) break
    const gap = window.text.slice(end, piece.start)
    cut.gap = shapeOf(gap)
    cut.size = piece.end - piece.start
    // The hyphen of a line that goes on.
    if (hyphenated.test(gap) && cut.text.endsWith('-')) cut.text = cut.text.slice(0, -1)
    cut.text += window.text.slice(piece.start, piece.end)
    cut.missing -= cut.size
    end = piece.end
    parts.push(piece)
  }
  const body = cut.text.slice(prefix)
  // Hashes after a prefix are hexadecimal. Keys with other digits never are.
  if (end === to || cut.missing > 0 || !isDrawn(body, longWords) || (cut.isAlone && has(characters, 103) && /^[\da-f-]+$/.test(body)))
    return undefined
  return { end, text: cut.text, parts }
}

/** The piece after `end`. The text before it must not look like a piece. */
function nextPiece(
  window: Window,
  end: number,
  characters: CharacterSet,
  cut: CutToken,
  isToken: (at: number) => boolean,
): TokenPiece | undefined {
  const { text } = window
  let hasWords = false
  for (let at = end; at < end + gapChars;) {
    const code = codeAt(window, at)
    const next = codeAt(window, at + 1)
    if (window.short || Number.isNaN(code)) return undefined
    if (code === backslash) at += next === 110 || next === 114 || next === 116 ? 2 : 1
    else if (code === lessThan) at = markEnd(window, at, '>')
    else if (code === slash && next === star) at = markEnd(window, at, '*/')
    else if (!has(alphanumeric, code) && !(has(characters, code) && has(characters, next) && !isSpace(next))) at++
    else {
      const start = at
      at = run(window, characters, start, start + 513)
      if (window.short || isToken(start)) return undefined
      const after = codeAt(window, at)
      if (has(alphanumeric, after)) at = run(window, alphanumeric, at, start + 513)
      // The name of the next variable or option is no piece.
      else if (after === equals || (after === space && codeAt(window, at + 1) === equals)) hasWords = true
      else if (belongs(text.slice(start, at), text.slice(end, start), hasWords, cut, window, at))
        return { start, end: text[at - 1] === '.' ? at - 1 : at }
      // The letter before a string, as in `b"…"`, is no word.
      hasWords ||= (at - start > 1 || !isQuote(codeAt(window, at))) && text.slice(start, at) !== 'format'
      const isOver = cut.missing <= 0 && cut.gap === '' && cut.lead === '' && !partWords.test(text.slice(start, at))
      if (hasWords && (!cut.isDistinct || isOver)) return undefined
    }
  }
  return undefined
}

function belongs(
  piece: string,
  gap: string,
  hasWords: boolean,
  { missing, first, isAlone, gap: last, lead, size, isDistinct }: CutToken,
  window: Window,
  to: number,
): boolean {
  const shape = shapeOf(gap)
  const isAgain = last === '' ? lead !== '' && shape.endsWith(lead) : shape === last
  if (missing <= 0) {
    if (!hasWords && joinsStrings(gap)) return !separatesArguments.test(gap) || isRandom(piece)
    if (isAgain) return (last === '' ? isRandom(piece) : isMixed(piece)) && piece.length <= Math.max(size * 2, first) + 2
    if (hasWords) return namesPart.test(gap) && isRandom(piece)
    return first >= fewestFirstChars && breaks.test(gap) && isRandom(piece)
  }
  if (/^ +$/.test(gap)) {
    if (size !== 0) return piece.length === size || (piece.length < size && piece.length >= missing)
    return (
      piece.length > 2 &&
      (piece.length < 13
        ? (piece.length === first && !(isAlone && /^[a-z]+$/.test(piece))) || isMixed(piece)
        : piece.length >= missing && (isRandom(piece) || (piece.length === missing && /\d/.test(piece) && isMixed(piece))))
    )
  }
  if (withinWord.test(gap)) return first >= fewestFirstChars && piece.length >= missing && isRandom(piece)
  if ((isAgain && last !== '') || (last === '' && gap.length > 1 && piece.length > 2 && shapeOf(ahead(window, to, gap.length)) === shape))
    return true
  return hasWords
    ? isDistinct &&
        (isAlone
          ? piece.length >= missing && isRandom(piece)
          : piece.length > 4 && (isDrawn(piece) || isRandom(piece) || (piece.length === missing && capitals.test(piece))))
    : joinsStrings(gap) || isMixed(piece)
}

/** Words between the parts of a token that could be complete: "… and the second half is …". */
const partWords =
  /^(?:and|then|the|of|it|is|with|by|parts?|half|rest|second|third|next|last|two|three|\d|continue[sd]?|followed|remainder|suffix|tail|ends?)$/i
/** A piece of an access key of AWS. */
const capitals = /^[A-Z2-7]{8,}$/
const namesPart = /\b(?:parts?|half|rest|continue[sd]?|followed|remainder|suffix|tail|ends)\b/i
/** Signs within words, as in base64. Groups of equal length may have them between. */
const withinWord = /^[-_.+/=]+$/
/** Beginnings of gaps after a prefix of letters, which may be in source maps by chance. Others have a blank behind them. */
const opensGap = characterSet(' \t\r\n"\'`<^[\\')
/** Words with capitals or signs between. Each character has one place in the pattern, so that no text makes it try several. */
const names = /^[A-Z]?[a-z]{2,}(?:(?:[A-Z]|[_.-][A-Z]?)[a-z]{2,})*[_.-]?$/
const hyphenated = /^\\?(?:\r?\n|\\n)/
/** Gaps after which a piece continues a token that could be complete. */
const breaks = /[\r\n"'`]|\\n|^[*`~]+$/
/** Whether an operator joins two strings, whatever they contain. */
const joinsStrings = (gap: string): boolean => /^\\{0,3}["'`][^,\n]*[+.&}|~^<\s][^,]*["'`]$/.test(gap)
/** Between two arguments of a command: `-H "…" "https://…"`. */
const separatesArguments = /^["'`] {1,8}(?:\\\r?\n {0,16})?["'`]$/

/** Position after a tag or comment, or after the sign that begins none. */
function markEnd(window: Window, at: number, end: string): number {
  const to = window.text.slice(at, Math.min(at + maxTagChars, window.end)).indexOf(end)
  if (to === -1) codeAt(window, at + maxTagChars)
  return to === -1 ? at + 1 : at + to + end.length
}

/** Shape of the text before a token in its line, if it is long enough to come again. */
function leadOf({ text }: Window, at: number): string {
  const line = /[^\n]*$/.exec(text.slice(Math.max(0, at - leadChars), at))![0]
  return line.length === leadChars || line.length < 2 ? '' : shapeOf(line)
}

/** A gap without what counts: numbers, the letters of a list, and the width of blanks. */
const shapeOf = (gap: string): string =>
  gap
    .replace(/\d+|\b(?:one|two|three|four|first|second|third|fourth|last)\b/gi, '0')
    .replace(/(?<![A-Za-z])[A-Za-z](?![A-Za-z])/g, 'x')
    .replace(/\s+/g, ' ')

const isMixed = (piece: string): boolean =>
  /(?=\D*\d)[^]*[A-Za-z]|\d{6}|[a-z][A-Z]|[A-Z][a-z]*[A-Z]/.test(piece) && !/^\d{4}-\d\d/.test(piece)

/** Words of names. In random text, they are a small part. */
const shortWords = /[A-Z]?[a-z]{3,}|[A-Z]{8,}|(?<!\d)\d{4}-\d\d-\d\d/g
const longWords = /[A-Za-z][a-z]{4,}/g
function isDrawn(text: string, words = shortWords): boolean {
  if (!/[A-Za-z].*[A-Za-z]/.test(text) && !/\d{12}/.test(text)) return false
  if (!/\d/.test(text) && !/(?:[a-z][A-Z]|[A-Z]{2}[a-z]).*(?:[a-z][A-Z]|[A-Z]{2}[a-z])/.test(text)) return false
  return text.replace(words, '').length * 2 >= text.length
}

/** Whether a piece is too mixed to be the first word of the next line. */
export const isRandom = (piece: string): boolean =>
  piece.length >= 16 && /^(?![A-Za-z][\w.-]*=[^=])(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])/.test(piece) && entropy(piece) >= 3.3

const maxGroupChars = 12
const maxGroupGap = 12
const fewestGroups = 4

/**
 * Joins a token that was cut into groups of equal length with the same gap: `sk_l ive_ aB3d …`, `hf_aB-c3dE5-…`. The first group begins with the prefix, or is the
 * first part of it.
 */
export function joinGroups(
  window: Window,
  at: number,
  prefix: string,
  { min, max }: Lengths,
  isToken: (at: number) => boolean,
): Joined | undefined {
  const { text } = window
  let lead = begins(window, prefix, at) ? prefix.length : 0
  // The prefix may be a group itself.
  if (lead > 0 && !has(alphanumeric, codeAt(window, at + lead))) lead = 0
  const from = at + lead
  let size = run(window, alphanumeric, from, from + maxGroupChars + 1) - from
  if (lead === 0) {
    if (!prefix.startsWith(text.slice(at, at + Math.min(size, prefix.length)))) return undefined
    // The gap may be one of the characters of a prefix.
    while (size < prefix.length && codeAt(window, at + size) === prefix.charCodeAt(size)) size++
  }
  if (window.short || size + lead < 2 || size > maxGroupChars) return undefined
  const to = from + size
  let next = to + 1
  while (next < to + maxGroupGap && !has(base64url, codeAt(window, next))) next++
  const gap = text.slice(to, next)
  // The first group may include the prefix.
  if (lead > 0 && !begins(window, gap, next + size)) size += lead
  if (window.short || !begins(window, gap, next + size)) return undefined
  let joined = text.slice(at, to)
  let end = to
  let groups = 1
  while (joined.length < prefix.length + max && begins(window, gap, end)) {
    const start = end + gap.length
    const stop = Math.min(run(window, base64url, start, start + size), window.end)
    if (window.short || stop === start || (size > 3 && isToken(start))) break
    joined += text.slice(start, stop)
    if (!joined.startsWith(prefix.slice(0, joined.length))) return undefined
    end = stop
    groups++
    if (stop - start < size) break
  }
  if (window.short || groups < fewestGroups || joined.length < prefix.length + min) return undefined
  return isDrawn(joined.slice(prefix.length), longWords) ? { end, text: joined } : undefined
}
