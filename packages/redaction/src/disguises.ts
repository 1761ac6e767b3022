import { alphanumeric, characterSet, has, isDigit } from './characters.ts'
import { always, dashes, enDash, fullStops, ignorable, letters, mathematical, middleDots, plain } from './lookalikes.ts'

/** Disguises of characters with their meaning: escapes, look-alikes, invisible characters, tags and emphasis within words. */

const interesting = new RegExp(`[\\\\%&<${String.fromCharCode(27)}\\x80-\\uffff]`)
/** Longest piece that is checked in a loop. A regular expression costs as much as a few dozen characters in a loop. */
const shortChars = 32

/** Whether a piece has no disguise. */
export function isPlain(piece: string): boolean {
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
    String.raw`(?<!\\)\\{1,4}(?:u001[bB]${color}|u(?:(?<unit>[\dA-Fa-f]{4})|\{(?<point>[\dA-Fa-f]{1,5})\})|(?:U000|0)(?<long>[\dA-Fa-f]{5})|x(?<byte>[\dA-Fa-f]{2})|(?<octal>0?[01]?[0-7]{2})(?:(?=\\{1,4}0?[01]?[0-7]{2})|(?<=[0-7]\\{1,4}0?[01]?[0-7]{2}))|(?<sign>[/_.@+()-]))`,
    `\\x1b${color}`,
    '%u(?<wideUnit>[\\dA-Fa-f]{4})',
    '%(?:25)?3[Aa]%(?:25)?2[Ff]%(?:25)?2[Ff]',
    // A line end between digits, and tags of text within a word, or between a name and its value.
    String.raw`(?<=\d)(?<line><[bB][rR] ?/?>)(?=\d)|(?<=[\w:=@ -])<(?:/?${inlineTag}(?: [^<>\n]{0,30})?/?|!-- ?--)>(?= ?[\w:=@<-])|(?<=[\w:.@-])</(?<tag>${inlineTag})>\s?<\k<tag>(?: [^<>\n]{0,30})?>(?=[\w:.@-])`,
    // A line continuation.
    String.raw`(?<=[\w-])\\\r?\n(?=[\w-])`,
    // Percent-encoded letters and digits, which only occur to hide text, and quotation marks and closing braces. An opening brace stays: a reading that begins with it would count as JSON.
    '%(?:25)?(?:2[247BDEFbdef]|3[\\dADad]|4[\\dA-Fa-f]|5[\\dAFaf]|6[1-9A-Fa-f]|7[\\dADEade])',
    `(?<wide>%[Cc]2%[Aa]0|%[Ee]2%80%(?:8[\\dAa]|9[0-5]|[Aa][Ff])|%[Ee]3%80%80)`,
    String.raw`(?<=\d)%(?:25)?20(?=\d|%3\d)|%20(?=%22)`,
    String.raw`&(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\dA-Fa-f]{1,6})|(?<entity>${Object.keys(named).join('|')}));`,
    // Emphasis, restricted by `starsWithin`.
    String.raw`\*\*`,
    `[${ignorable}]`,
    `[${always}]`,
    String.raw`(?<=[A-Za-z\d\uff10-\uff19])${enDash}|(?<=[\d\uff10-\uff19])[${dashes}${middleDots}]`,
    `(?<=[A-Za-z\\d])[${fullStops}](?=[A-Za-z])`,
    String.raw`(?<=\w)[${letters}]|[${letters}](?=[${letters}]{0,7}\w)`,
    // A tag stands for a letter, unless it is within a word: hidden text.
    `(?<!\\w(?:\\udb40[\\udc00-\\udfff]){0,8})\\udb40(?<tagged>[\\udc20-\\udc7e])`,
    '[\\ud835\\udb40][\\udc00-\\udfff]',
  ].join('|'),
  'y',
)
/** Characters required after the most common triggers. Most backslashes are those of line ends and quotes. */
const behind = new Map([
  [60, /[!/wbiuceskmtfWBIUCESKMTF]/],
  [92, /[uUx0-7/_.@+()\-\\\r\n]/],
  [37, /[2-7CEceu]/],
  [38, /[#A-Za-z]/],
])

/** Creates a search for the next disguise from a position on. Positions must increase. */
export function createSearch(text: string): (from: number) => RegExpExecArray | null {
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
/** Maximum length of an incomplete escape, with the character before it. */
const tailChars = 56
/** Text that may become a disguise, and therefore waits. */
const tail = new RegExp(
  String.raw`(?:(?<!\\)\\{1,4}(?:u[\dA-Fa-f]{0,3}|u\{[\dA-Fa-f]{0,5}|U(?:0{0,2}|000[\dA-Fa-f]{0,4})|0[\dA-Fa-f]{0,4}|x[\dA-Fa-f]?|[0-7]{1,4}(?:\\{1,4}[0-7]{0,3})?|u001[bB](?:\[[\d;]{0,16})?)?|\x1b(?:\[[\d;]{0,16})?` +
    String.raw`|\\\r?\n?|%u[\dA-Fa-f]{0,3}|%(?:25)?[\dA-Fa-f]?|%25?|%(?:25)?3[Aa](?:%(?:25?)?(?:2[Ff]?)?){0,2}|%(?:25)?20(?:%[23]?)?|%[Cc](?:2(?:%[Aa]?)?)?|%[Ee](?:[23](?:%(?:8(?:0(?:%[\dAa]?)?)?)?)?)?|\*{1,2}|</[A-Za-z]{1,6}>\s?<[A-Za-z]{0,6}(?: [^<>\n]{0,30})?>?|<(?:!(?:-(?:-(?: ?(?:-(?:-(?:> ?)?)?)?)?)?)?|/?(?:[A-Za-z]{1,6}(?: [^<>\n]{0,30})?/?>? ?)?)|&(?:#(?:\d{0,7}|[xX][\dA-Fa-f]{0,6})|[A-Za-z]{0,14})|[${letters}]{1,8}|[${fullStops}\ud835\udb40])$`,
)

/** Length of the end of a text that may become a disguise. */
export const openChars = (text: string): number => tail.exec(text.slice(-tailChars))?.[0].length ?? 0

const [quote, backslash] = [34, 92]

/** Plain characters for a match. Empty for an invisible character. Undefined if the match stays unchanged. */
export function meaning({ 0: text, groups }: RegExpExecArray): string | undefined {
  const { unit, point, long, wideUnit, byte, octal, sign, decimal, hex, wide, entity, line, tagged } = groups!
  const digits = unit ?? point ?? long ?? wideUnit ?? byte ?? hex
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
