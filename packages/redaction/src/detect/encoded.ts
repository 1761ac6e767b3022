import { base64, characterSet, except, hexadecimal, has } from '../characters.ts'
import { ahead, before, codeAt, run, type Detected, type Window } from '../window.ts'

const fewestChars = 16
const maxChars = 768
/** Characters that show whether a text is encoded, and not an image or a hash. Random bytes pass this check once in ten thousand. */
export const fewestEncodedChars = 12
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
  const from = text[at] === '0' && (text[at + 1] === 'x' || text[at + 1] === 'X') ? at + 2 : at
  return to - from >= fewestChars && hexText.test(text.slice(from, from + fewestChars))
    ? detectIn(window, from, hexadecimal, fromHex, look)
    : undefined
}

function detectIn(
  window: Window,
  at: number,
  characters: typeof base64,
  decode: (text: string) => string,
  look: (text: string) => Detected,
): Detected {
  const stop = run(window, characters, at, at + maxChars)
  if (window.short || stop - at < fewestChars || stop - at === maxChars) return undefined
  return within(decode(window.text.slice(at, stop)), at, stop, look)
}

function within(decoded: string, at: number, stop: number, look: (text: string) => Detected): Detected {
  if (!printable.test(decoded)) return undefined
  const found = look(decoded)
  if (found === undefined) return undefined
  const { rest: _, body: __, ...one } = found
  return { ...one, start: at, end: stop, value: found.value ?? decoded.slice(found.start, found.end) }
}

function fromBase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

function fromHex(text: string): string {
  let decoded = ''
  for (let at = 0; at + 1 < text.length; at += 2) {
    const code = Number.parseInt(text.slice(at, at + 2), 16)
    if (Number.isNaN(code)) return ''
    decoded += String.fromCharCode(code)
  }
  return decoded
}

const hexByte = '(?:0[xX])?[2-7][\\dA-Fa-f]'
const decimalByte = '(?:3[2-9]|[4-9]\\d|1[01]\\d|12[0-6])'
/** Rows of bytes of printable text: `67 68 70`, `67:68:70`, `0x67, 0x68`, `(byte)0x67, (byte)0x68`, and in decimal digits `103,104,112`. */
const byteRows = [
  [hexByte, 16],
  [decimalByte, 10],
].map(
  ([byte, radix]) =>
    [new RegExp(`^${byte}((?:, ?|[ :;-])(?:\\(byte\\) ?)?)(?:${byte}\\1){10,}${byte}(?![\\dA-Za-z])`), Number(radix)] as const,
)
const byteBefore = new RegExp(`(?:^|[^\\dA-Za-z])(?:${hexByte}|${decimalByte})[ ,:;-] ?$`)
/** Signs after the first byte of a row. */
const byteSigns = characterSet(' ,:;-')
const notOfRow = except(characterSet('0-9A-Fa-fxXyt() ,:;-'))

/** Detects a secret in a row of bytes, the first of which ends at `to`. The whole row is then redacted. */
export function detectBytes(window: Window, at: number, to: number, look: (text: string) => Detected): Detected {
  if (to - at < 2 || to - at > 4 || !has(byteSigns, codeAt(window, to)) || byteBefore.test(before(window, at, 7))) return undefined
  const text = ahead(window, at, maxChars, notOfRow)
  for (const [row, radix] of byteRows) {
    const found = row.exec(text)
    if (found === null) continue
    const bytes = found[0].split(found[1]!).map((byte) => Number.parseInt(byte, radix))
    const secret = within(String.fromCharCode(...bytes), at, at + found[0].length, look)
    if (secret !== undefined) return secret
  }
  return undefined
}
