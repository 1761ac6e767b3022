import { alphanumeric, characterSet, has, isDigit } from './characters.ts'
import { always, dashes, enDash, fullStops, ignorable, letters, mathematical, middleDots, plain } from './lookalikes.ts'

/**
 * A reading of a text for detectors: in plain characters, without invisible ones, and with escapes decoded.
 *
 *     raw      4111<NBSP>1111…   ghp<ZWSP>_aB3…   jane\u0040example.com   k%3Dv
 *     read     4111 1111…        ghp_aB3…         jane@example.com        k=v
 *
 * The output is the raw text. A reading maps each position of the read text to the raw text.
 */
export interface UndisguisedText {
  /**
   * Reads a piece.
   *
   * @param piece - Next piece of the raw text.
   * @param final - Whether it is the last piece.
   * @returns Text to append to the read text.
   */
  read(piece: string, final: boolean): string
  /** Whether raw and read text differ in the part that was not returned. If not, the methods below are not needed. */
  differs(): boolean
  /** The raw text up to the character at `to`, from where the last call ended. */
  give(to: number): string
  /** Skips the raw text up to the character at `to`. Invisible characters directly before `to` are not skipped. */
  skip(to: number): void
  /** Adjusts positions after the first `chars` of the read text were removed. */
  move(chars: number): void
}

/** Position of the read text from which each character is one raw character, until the next seam. */
interface Seam {
  at: number
  /** End of the raw text of the character before `at`. */
  end: number
  /** Start of the raw text of the character at `at`. After `end` if invisible characters are between them. */
  start: number
}

/**
 * Maximum run of raw characters without a counterpart in the read text. Each character that is read allows one more. A detector that waits for a bounded number
 * of characters therefore holds a bounded raw text, a little over twice as long.
 */
export const spareChars = 768
/** Maximum length of an incomplete escape, with the character before it. */
const tailChars = 56

const interesting = new RegExp(`[\\\\%&<${String.fromCharCode(27)}\\x80-\\uffff]`)
/** Longest piece that is checked in a loop. A regular expression costs as much as a few dozen characters in a loop. */
const shortChars = 32

function isPlain(piece: string): boolean {
  if (piece.length > shortChars) return !interesting.test(piece) && !piece.includes('**') && !piece.startsWith('*') && !piece.endsWith('*')
  for (let at = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at)
    if (code > 127 || code === 92 || code === 37 || code === 38 || code === 42 || code === 60 || code === 27) return false
  }
  return true
}

/** First characters of all disguises. Searched first, because the expression of all disguises costs ten times as much per character. */
const trigger = new RegExp(`[\\\\%&<\\x1b${ignorable}${always}${enDash}${dashes}${middleDots}${fullStops}${letters}\\ud835\\udb40]`, 'g')
const color = String.raw`\[[\d;]{0,16}[A-Za-z]`
/** Named characters of HTML. A double quote would change JSON strings, so it is read as a single one. */
const named: Record<string, string> = {}
for (const [sign, names] of [
  [' ', 'nbsp ensp emsp thinsp numsp hairsp'],
  ['@', 'commat'],
  ['.', 'period middot'],
  [':', 'colon'],
  ['=', 'equals'],
  ['_', 'lowbar'],
  ['-', 'hyphen dash ndash mdash minus'],
  ["'", 'quot apos'],
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['#', 'num'],
  ['/', 'sol'],
  ['+', 'plus'],
  ['(', 'lpar'],
  [')', 'rpar'],
  ['!', 'excl'],
  ['$', 'dollar'],
  ['', 'shy zwj zwnj ZeroWidthSpace NoBreak'],
] as const)
  for (const name of names.split(' ')) named[name] = sign
/** Tags that change how text looks, and not what it is. */
const inlineTag = '(?:wbr|b|i|u|em|strong|span|code|kbd|mark|tt|font|WBR|B|I|U|EM|STRONG|SPAN|CODE)'
/** All disguises. Where two begin alike, the longer one comes first. */
const disguise = new RegExp(
  [
    String.raw`(?<!\\)\\{1,4}(?:u001[bB]${color}|u(?:(?<unit>[\dA-Fa-f]{4})|\{(?<point>[\dA-Fa-f]{1,5})\})|x(?<byte>[\dA-Fa-f]{2})|(?<octal>0?[01]?[0-7]{2})(?:(?=\\{1,4}0?[01]?[0-7]{2})|(?<=[0-7]\\{1,4}0?[01]?[0-7]{2}))|(?<sign>[/_.@+()-]))`,
    `\\x1b${color}`,
    '%u(?<wideUnit>[\\dA-Fa-f]{4})',
    '%(?:25)?3[Aa]%(?:25)?2[Ff]%(?:25)?2[Ff]',
    // A line end between digits, and tags of text within a word, or between a name and its value.
    String.raw`(?<=\d)(?<line><[bB][rR] ?/?>)(?=\d)|(?<=[\w:=@ -])<(?:/?${inlineTag}(?: [^<>\n]{0,30})?/?|!-- ?--)>(?= ?[\w:=@-])|(?<=[\w:.@-])</(?<tag>${inlineTag})>\s?<\k<tag>(?: [^<>\n]{0,30})?>(?=[\w:.@-])`,
    // A line continuation.
    String.raw`(?<=[\w-])\\\r?\n(?=[\w-])`,
    // Percent-encoded letters and digits, which only occur to hide text, and quotation marks and closing braces. An opening brace stays: a reading that begins with it would count as JSON.
    '%(?:25)?(?:2[247BDEFbdef]|3[\\dADad]|4[\\dA-Fa-f]|5[\\dAFaf]|6[1-9A-Fa-f]|7[\\dADEade])',
    `(?<wide>%[Cc]2%[Aa]0|%[Ee]2%80%(?:8[\\dAa]|9[0-5]|[Aa][Ff])|%[Ee]3%80%80)`,
    String.raw`(?<=\d)%(?:25)?20(?=\d|%3\d)`,
    String.raw`&(?:#(?<decimal>\d{1,5})|#[xX](?<hex>[\dA-Fa-f]{1,4})|(?<entity>${Object.keys(named).join('|')}));`,
    // Emphasis, restricted by `starsWithin`.
    String.raw`\*\*`,
    `[${ignorable}]`,
    `[${always}]`,
    String.raw`(?<=[A-Za-z\d\uff10-\uff19])${enDash}|(?<=[\d\uff10-\uff19])[${dashes}${middleDots}]`,
    `(?<=[A-Za-z\\d])[${fullStops}](?=[A-Za-z])`,
    String.raw`(?<=\w)[${letters}]|[${letters}](?=\w)`,
    // A tag stands for a letter, unless it is within a word: hidden text.
    `(?<!\\w(?:\\udb40[\\udc00-\\udfff]){0,8})\\udb40(?<tagged>[\\udc20-\\udc7e])`,
    '[\\ud835\\udb40][\\udc00-\\udfff]',
  ].join('|'),
  'y',
)
/** Characters required after the most common triggers. Most backslashes are those of line ends and quotes. */
const behind = new Map([
  [60, /[!/wbiuceskmtfWBIUCESKMTF]/],
  [92, /[ux0-7/_.@+()\-\\\r\n]/],
  [37, /[2-7CEceu]/],
  [38, /[#A-Za-z]/],
])

/** Creates a search for the next disguise from a position on. Positions must increase. */
function createSearch(text: string): (from: number) => RegExpExecArray | null {
  const signs = interesting.test(text)
  let stars = 0
  let sign: RegExpExecArray | null = null
  let known = -1
  return (from) => {
    if (stars !== -1 && stars <= from) stars = starsWithin(text, from)
    if (signs && known < from) {
      sign = nextSign(text, from)
      known = sign?.index ?? text.length
    }
    if (stars === -1 || (sign !== null && sign.index < stars)) return sign
    disguise.lastIndex = stars
    return disguise.exec(text)
  }
}

/** Position of the next emphasis that begins or ends within a word. */
function starsWithin(text: string, from: number): number {
  for (let at = text.indexOf('**', from); at !== -1; at = text.indexOf('**', at + 2))
    if (at > 0 && has(alphanumeric, text.charCodeAt(at - 1)) && has(wordOn, text.charCodeAt(at + 2))) {
      if (!isDigit(text.charCodeAt(at - 1)) || !isDigit(text.charCodeAt(at + 2))) return at
    }
  return -1
}

function nextSign(text: string, from: number): RegExpExecArray | null {
  trigger.lastIndex = from
  while (trigger.test(text)) {
    const at = trigger.lastIndex - 1
    if (behind.get(text.charCodeAt(at))?.test(text[at + 1] ?? '') === false) continue
    disguise.lastIndex = at
    const found = disguise.exec(text)
    if (found !== null) return found
  }
  return null
}
const wordOn = characterSet('A-Za-z0-9@')
/** Text that may become a disguise, and therefore waits. */
const tail = new RegExp(
  String.raw`(?:(?<!\\)\\{1,4}(?:u[\dA-Fa-f]{0,3}|u\{[\dA-Fa-f]{0,5}|x[\dA-Fa-f]?|[0-7]{1,4}(?:\\{1,4}[0-7]{0,3})?|u001[bB](?:\[[\d;]{0,16})?)?|\x1b(?:\[[\d;]{0,16})?` +
    String.raw`|\\\r?\n?|%u[\dA-Fa-f]{0,3}|%(?:25)?[\dA-Fa-f]?|%25?|%(?:25)?3[Aa](?:%(?:25?)?(?:2[Ff]?)?){0,2}|%(?:25)?20(?:%3?)?|%[Cc](?:2(?:%[Aa]?)?)?|%[Ee](?:[23](?:%(?:8(?:0(?:%[\dAa]?)?)?)?)?)?|\*{1,2}|</[A-Za-z]{1,6}>\s?<[A-Za-z]{0,6}(?: [^<>\n]{0,30})?>?|<(?:!(?:-(?:-(?: ?(?:-(?:-(?:> ?)?)?)?)?)?)?|/?(?:[A-Za-z]{1,6}(?: [^<>\n]{0,30})?/?>? ?)?)|&(?:#(?:\d{0,5}|[xX][\dA-Fa-f]{0,4})|[A-Za-z]{0,14})|[${fullStops}${letters}\ud835\udb40])$`,
)
const [quote, backslash] = [34, 92]

/** Text that was read but not returned. */
export interface Held {
  /** The read text. */
  text: string
  /** Position of `text` in the owner's copy of the read text. */
  from: number
}

/** @param held - Called only when raw and read text begin to differ. */
export function createReading(held: () => Held): UndisguisedText {
  /** Raw text that may still become an escape. */
  let pending = ''
  /** Raw text that ends before `pending`. */
  let before = ''
  let spare = spareChars
  /** Length of the read text that was removed from its start. */
  let shift = 0
  /** Raw text that was not returned. Undefined while it equals the read text. */
  let raw: string | undefined
  /** Positions in the raw text: returned or skipped, and received. */
  let from = 0
  let came = 0
  let seams: Seam[] = []
  /** Position in the read text after which nothing differs. */
  let same = 0
  return { read, differs: () => raw !== undefined, give, skip, move }

  function read(piece: string, final: boolean): string {
    if (pending === '' && isPlain(piece)) {
      if (piece === '') return ''
      before = piece
      spare = Math.min(spareChars, spare + piece.length)
      if (raw !== undefined) {
        raw += piece
        came += piece.length
      }
      return piece
    }
    const text = pending + piece
    // Includes the character before: after another backslash, there is no escape.
    const last = before.slice(-1)
    const seen = last + text
    const wait = final ? 0 : (tail.exec(seen.slice(-tailChars))?.[0].length ?? 0)
    pending = wait === 0 ? '' : text.slice(-wait)
    const now = wait === 0 ? seen : seen.slice(0, -wait)
    return convert(now, last.length, seen)
  }

  /** @param whole - Text including the waiting part, which is checked but not read. */
  function convert(now: string, begin: number, whole: string): string {
    let result = ''
    let done = begin
    const { text: kept, from: given } = held()
    const base = given + kept.length + shift
    const next = createSearch(whole)
    for (let found = next(begin); found !== null && found.index < now.length; found = next(done)) {
      spare = Math.min(spareChars, spare + found.index - done)
      const read = meaning(found)
      const lost = read === undefined ? 0 : found[0].length - read.length
      if (read === undefined || read === found[0] || lost > spare) {
        result += now.slice(done, found.index + found[0].length)
        spare = Math.min(spareChars, spare + found[0].length)
        done = found.index + found[0].length
        continue
      }
      if (raw === undefined) begins(kept, given + shift)
      const start = came + (found.index - begin)
      result += now.slice(done, found.index)
      // A reading of several characters, `://`, counts as if its last one had the long raw form.
      result += read
      done = found.index + found[0].length
      spare -= lost
      same = base + result.length
      if (lost !== 0) seam(base + result.length, read === '' ? start : start + found[0].length, start + found[0].length)
    }
    result += now.slice(done)
    spare = Math.min(spareChars, spare + now.length - done)
    if (raw !== undefined) {
      raw += now.slice(begin)
      came += now.length - begin
    }
    if (now !== '') before = now
    return result
  }

  function begins(kept: string, at: number): void {
    raw = kept
    from = 0
    came = kept.length
    seams = [{ at, end: 0, start: 0 }]
  }

  function seam(at: number, end: number, start: number): void {
    const before = seams.at(-1)!
    if (before.at === at) before.start = start
    else seams.push({ at, end, start })
  }

  /** Raw positions for a read position: the end of the text before `to`, and the start of the text after it. */
  function placeOf(to: number): { end: number; start: number } {
    const at = to + shift
    let i = 0
    while (i + 1 < seams.length && seams[i + 1]!.at <= at) i++
    if (i > 0) seams.splice(0, i)
    const { at: origin, end, start } = seams[0]!
    return origin === at ? { end, start } : { end: start + at - origin, start: start + at - origin }
  }

  function give(to: number): string {
    const { start } = placeOf(to)
    const piece = raw!.slice(0, start - from)
    cut(start, to)
    return piece
  }

  function skip(to: number): void {
    cut(placeOf(to).end, to)
  }

  function cut(to: number, at: number): void {
    raw = raw!.slice(to - from)
    from = to
    if (at + shift > same && seams.length === 1) raw = undefined
  }

  function move(chars: number): void {
    shift += chars
  }
}

/** Reading of a whole text. */
export const readOf = (text: string): string => (isPlain(text) ? text : createReading(() => ({ text: '', from: 0 })).read(text, true))

/** Plain characters for a match. Empty for an invisible character. Undefined if the match stays unchanged. */
function meaning({ 0: text, groups }: RegExpExecArray): string | undefined {
  const { unit, point, wideUnit, byte, octal, sign, decimal, hex, wide, entity, line, tagged } = groups!
  const digits = unit ?? point ?? wideUnit ?? byte ?? hex
  if (digits !== undefined) return character(Number.parseInt(digits, 16))
  if (octal !== undefined) return character(Number.parseInt(octal, 8))
  if (line !== undefined) return ' '
  if (tagged !== undefined) return character(tagged.charCodeAt(0) - 0xdc00)
  if (sign !== undefined) return sign
  if (decimal !== undefined) return character(Number(decimal))
  if (wide !== undefined) return character(decodeURIComponent(wide).charCodeAt(0))
  if (entity !== undefined) return named[entity]
  const code = text.charCodeAt(0)
  if (code === 37) return text.length >= 9 ? '://' : character(Number.parseInt(text.slice(-2), 16))
  if (code === backslash || code === 27 || code === 42 || code === 60) return ''
  // Tags and selectors of variants beyond the BMP are invisible.
  return text.length === 2 && code !== 0xdb40 ? mathematical(text.charCodeAt(1)) : (plain.get(code) ?? '')
}

const invisible = new RegExp(`[${ignorable}]`)

/**
 * Character of an escape. Undefined for control characters and backslashes, which would change JSON strings. So would a double quote, which becomes a single one,
 * and a line end, which becomes a blank.
 */
function character(code: number): string | undefined {
  if (code === quote) return "'"
  if (code === 10 || code === 13) return ' '
  if (code < 32 || code === backslash || code === 127 || code > 0xffff) return undefined
  const written = String.fromCharCode(code)
  return plain.get(code) ?? (invisible.test(written) ? '' : written)
}
