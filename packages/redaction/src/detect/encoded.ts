import { alphanumeric, base64, characterSet, dottedBase64, except, has, hexadecimal, isDigit, runEnd } from '../characters.ts'
import { isPasswordLike } from '../values.ts'
import { decoded as fromBase64 } from './joined-jwt.ts'
import { isTokenStart, mayStartToken, prefixChars } from './token.ts'
import { ahead, before, codeAt, run, type Detected, type Window } from '../window.ts'

const fewestChars = 16
/** Minimum width of encoded text in several lines. */
const fewestLineChars = 40
const lineEndChars = 16
const lineEnd = /^\\?\r?(?:\n|\\n)[ \t]{0,12}(?:[>#*+] ?|\/\/ ?)?/
const notOfLineEnd = except(characterSet('\\\r\n \t>#*+/'))
const beginsLine = characterSet('\\\r\n')
const maxChars = 768
/** Characters that show whether a text is encoded, and not an image or a hash. Random bytes pass this check once in ten thousand. */
export const fewestEncodedChars = 10
const hexText = /^(?:[2-7][\da-f]){8}/i
const sixBits = new Int8Array(128).fill(-1)
for (const [i, sign] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) sixBits[sign.charCodeAt(0)] = i

/** Whether the start of a word is base64 of printable ASCII. For most words, the first two letters decide. */
function isPrintable(text: string, at: number, to: number): boolean {
  let bits = 0
  let count = 0
  const end = Math.min(to, at + fewestEncodedChars)
  for (let i = at; i < end; i++) {
    bits = ((bits << 6) | sixBits[text.charCodeAt(i)]!) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    const byte = (bits >> count) & 255
    if ((byte < 32 && byte !== 10 && byte !== 9) || byte > 126) return false
  }
  return true
}

const printable = /^[\t\n\r\x20-\x7e]+$/

/**
 * Detects a secret in base64 or hexadecimal text, whose first word ends at `to`. The whole encoded text is then redacted.
 *
 * @param look - Finds the first secret of the decoded text.
 */
export function detectEncoded(window: Window, at: number, to: number, look: (text: string) => Detected): Detected {
  const { text } = window
  if (at > 0 && has(base64, text.charCodeAt(at - 1)) && text[at - 1] !== '=') return undefined
  if (isPrintable(text, at, to)) {
    const found = detectIn(window, at, base64, fromBase64, look)
    if (found !== undefined) return found
  }
  if (isBase32(text, at, to)) return detectIn(window, at, base32, fromBase32, look)
  const from = text[at] === '0' && (text[at + 1] === 'x' || text[at + 1] === 'X') ? at + 2 : at
  return to - from >= fewestChars && hexText.test(text.slice(from, from + fewestChars))
    ? detectIn(window, from, hexadecimal, fromHex, look)
    : undefined
}

const base32 = characterSet('A-Z2-7=')
const fiveBits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base32Start = /^[A-Z2-7]{16}/

const isBase32 = (text: string, at: number, to: number): boolean =>
  to - at >= fewestChars &&
  base32Start.test(text.slice(at, at + fewestChars)) &&
  printable.test(fromBase32(text.slice(at, at + fewestChars)))

function fromBase32(text: string): string {
  let decoded = ''
  let bits = 0
  let count = 0
  for (const sign of text.replace(/=+$/, '')) {
    bits = ((bits << 5) | fiveBits.indexOf(sign)) & 0xffff
    count += 5
    if (count < 8) continue
    count -= 8
    decoded += String.fromCharCode((bits >> count) & 255)
  }
  return decoded
}

/** Detects a token that was reversed. The first word of the text ends at `to`. */
export function detectReversed(window: Window, at: number, to: number, look: (text: string) => Detected): Detected {
  if (to - at < fewestChars || (at > 0 && has(dottedBase64, window.text.charCodeAt(at - 1)))) return undefined
  const stop = run(window, dottedBase64, at, at + maxChars)
  if (window.short || stop - at === maxChars || !isTokenStart(reversed(window.text.slice(stop - prefixChars, stop)))) return undefined
  return within(reversed(window.text.slice(at, stop)), at, stop, look)
}

const reversed = (text: string): string => [...text].reverse().join('')

const rotated = (text: string): string => text.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(turned(letter.charCodeAt(0))))

/** Code of a letter that is rotated by 13 places. Other codes stay. */
function turned(code: number): number {
  const place = (code | 32) - 97
  return place < 0 || place > 25 ? code : place < 13 ? code + 13 : code - 13
}

/** Detects a token whose letters were rotated by 13 places. */
export function detectRotated(window: Window, at: number, look: (text: string) => Detected): Detected {
  const { text } = window
  if (!mayStartToken(turned(text.charCodeAt(at)), turned(text.charCodeAt(at + 1)))) return undefined
  if (!isTokenStart(rotated(text.slice(at, at + prefixChars)), prefixChars - 4)) return undefined
  const stop = run(window, dottedBase64, at, at + maxChars)
  return window.short || stop - at === maxChars ? undefined : within(rotated(text.slice(at, stop)), at, stop, look)
}

function detectIn(
  window: Window,
  at: number,
  characters: typeof base64,
  decode: (text: string) => string,
  look: (text: string) => Detected,
): Detected {
  let stop = run(window, characters, at, at + maxChars)
  let encoded = window.text.slice(at, stop)
  const width = stop - at
  // The shorter line after the last full one may be a word of the text.
  let [full, lines] = [stop, encoded]
  // Lines of equal length, the last of which may be shorter.
  const isWide = width >= fewestLineChars || (width >= fewestChars && isTokenStart(decode(encoded).slice(0, prefixChars)))
  while (isWide && stop - at < maxChars && has(beginsLine, codeAt(window, stop))) {
    const gap = lineEnd.exec(ahead(window, stop, lineEndChars, notOfLineEnd))?.[0].length ?? 0
    const end = gap === 0 ? stop : run(window, characters, stop + gap, stop + gap + width + 1)
    if (window.short || end === stop || end === stop + gap || end - stop - gap > width) break
    encoded += window.text.slice(stop + gap, end)
    if (end - stop - gap === width) [full, lines] = [end, encoded]
    stop = end
    if (full < end) break
  }
  if (window.short || stop - at < fewestEncodedChars || stop - at >= maxChars) return undefined
  return (
    within(decode(encoded), at, stop, look) ??
    (full < stop ? within(decode(lines), at, full, look) : undefined) ??
    (full === at + width ? named(window, at, full, decode(lines)) : undefined)
  )
}

/** A name for passwords before an encoded one: `userPassword:: …`, `password (hex): …`, `password = bytes([…`. */
const nameBefore = /(?:pass(?:word|wd|phrase)|pwd)(?![a-z])[^\n,;]{0,24}(?:[:=]|\bis\b|\bhex\b|\bbase64\b)[^\n,;:=]{0,16}$/i

function named(window: Window, at: number, stop: number, decoded: string): Detected {
  if (!printable.test(decoded) || !nameBefore.test(before(window, at, 56)) || !isPasswordLike(decoded)) return undefined
  return { start: at, end: stop, type: 'secret', rule: 'password', value: decoded }
}

function within(decoded: string, at: number, stop: number, look: (text: string) => Detected): Detected {
  if (!printable.test(decoded)) return undefined
  const found = look(decoded)
  if (found === undefined) return undefined
  const { rest: _, body: __, ...one } = found
  return { ...one, start: at, end: stop, value: found.value ?? decoded.slice(found.start, found.end) }
}

const fromHex = (text: string): string => (text.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join('')

const cast = '(?:\\(byte\\) ?|[Uu]\\+|\\\\{1,2})?'
const hexByte = '(?:0[xX]|00)?[2-7][\\dA-Fa-f]'
const decimalByte = '(?:3[2-9]|[4-9]\\d|1[01]\\d|12[0-6])'
/** Rows of bytes of printable text: `67 68 70`, `67:68:70`, `=67=68`, `0x67, 0x68`, `(byte)0x67, (byte)0x68`, `U+0067 U+0068`, `Chr(103) & Chr(104)`. */
const byteRows = [
  [hexByte, 16],
  [decimalByte, 10],
  ['0o?[01][0-7]{2}|[01]?[0-7]{2}', 8],
  ['0[01]{7}', 2],
].map(
  ([byte, radix]) =>
    [
      new RegExp(`^(?:${byte})((?:, ?|[ :;=-])${cast}|\\) ?[+.&|,]{1,2} ?[\\w$]{3,6}\\()(?:(?:${byte})\\1){6,}(?:${byte})(?![\\dA-Za-z])`),
      Number(radix),
    ] as const,
)
const byteBefore = new RegExp(`(?:^|[^\\dA-Za-z])(?:${hexByte}|${decimalByte}|0[01]{7}|[01][0-7]{2})[ ,:;=-] ?${cast}$`)
const dumpChars = 2048
const dumpLine = /^[\dA-Fa-f]{4,8}:? {1,3}((?:[\dA-Fa-f]{2,8} {1,2}){1,17})[^\n]{0,64}(?:\n|$)/

/** Detects a secret in a dump of bytes, with offsets before and characters behind. The first offset ends at `to`. The whole dump is then redacted. */
export function detectDump(window: Window, at: number, to: number, look: (text: string) => Detected): Detected {
  if (to - at < 4 || to - at > 8 || runEnd(window.text, zero, at, to) < to) return undefined
  if (!has(afterOffset, codeAt(window, to)) || codeAt(window, to + 1) !== 32) return undefined
  const text = ahead(window, at, dumpChars)
  if (window.short) return undefined
  let bytes = ''
  let end = 0
  for (let line = dumpLine.exec(text); line !== null; line = dumpLine.exec(text.slice(end))) {
    bytes += line[1]!.replaceAll(' ', '')
    end += line[0].length
  }
  if (text[end - 1] === '\n') end--
  return within(fromHex(bytes), at, at + end, look)
}

const zero = characterSet('0')
const afterOffset = characterSet(' :')
/** Signs after the first byte of a row. */
const byteSigns = characterSet(' ,:;=)-')
const bytesOfRow = 8

/** Whether a row of bytes begins with the digits from `at` to `to`. Most rows of numbers are excluded by the first two, without a regular expression. */
function isRow(window: Window, at: number, to: number): boolean {
  const sign = codeAt(window, to)
  if (!has(byteSigns, sign)) return false
  let radixes = radixesOf(window.text, at, to)
  if (sign === closer) return radixes !== 0 && /cha?r\$?\($/i.test(before(window, at, 6))
  let end = to
  for (let bytes = 1; radixes !== 0 && bytes < bytesOfRow; bytes++) {
    if (codeAt(window, end) !== sign) return false
    let from = end + 1
    if (codeAt(window, from) === 32) from++
    // A cast in a program, `(byte)0x67`, the name of a code point, `U+0067`, or an escape of CSS, `\67`.
    const isCast = codeAt(window, from) === parenthesis || codeAt(window, from) === backslash || codeAt(window, from + 1) === plus
    end = isCast ? end : run(window, alphanumeric, from, from + 9)
    if (window.short) return false
    if (!isCast) radixes &= radixesOf(window.text, from, end)
    if (bytes === 1 && radixes !== 0 && byteBefore.test(before(window, at, 18))) return false
    if (isCast) break
  }
  return radixes !== 0
}

/** Radixes in which the digits from `at` to `to` are a printable byte, as bits: 1 for hexadecimal, 2 for decimal, 4 for octal, 8 for binary. */
function radixesOf(text: string, at: number, to: number): number {
  const first = text.charCodeAt(at)
  const second = text.charCodeAt(at + 1)
  switch (to - at) {
    case 2:
      if (first < 50 || first > 57) return 0
      return (first < 56 && has(hexadecimal, second) ? (first > 51 && second < 56 ? 5 : 1) : 0) | (first > 50 && isDigit(second) ? 2 : 0)
    case 3:
      return (first === 49 && isDigit(second) && second < 51 ? 2 : 0) | (first < 50 && isDigit(second) ? 4 : 0)
    case 4:
      return first === 48 ? ((second | 32) === 120 ? 1 : second === 48 ? 5 : 4) : 0
    case 5:
      return first === 48 && second === 111 ? 4 : 0
    case 8:
      return first === 48 && second < 50 ? 8 : 0
    default:
      return 0
  }
}

const [parenthesis, closer, plus, backslash] = [40, 41, 43, 92]
const notOfRow = except(characterSet('0-9A-Fa-fxXyUutchrCHR()$&|+. ,:;=\\-'))

/** Detects a secret in a row of bytes, the first of which ends at `to`. The whole row is then redacted. */
export function detectBytes(window: Window, at: number, to: number, look: (text: string) => Detected): Detected {
  if (!isRow(window, at, to)) return undefined
  const digits = ahead(window, at, maxChars, notOfRow)
  for (const [row, radix] of byteRows) {
    const found = row.exec(digits)
    if (found === null) continue
    const bytes = found[0].split(found[1]!).map((byte) => Number.parseInt(byte.replace('o', ''), radix))
    const secret = within(String.fromCharCode(...bytes), at, at + found[0].length, look)
    if (secret !== undefined) return secret
    const password = named(window, at, at + found[0].length, String.fromCharCode(...bytes))
    if (password !== undefined) return password
  }
  return undefined
}
