import { isHighSurrogate } from '@reason/core/adapter'
import { sign } from './json-characters.ts'

const meanings = new Map([...'bfnrt'].map((letter, index) => [letter.charCodeAt(0), '\b\f\n\r\t'.charAt(index)]))
const letterU = 0x75

/** An escape of a JSON string. */
export interface Escape {
  /** Index after the escape. */
  end: number
  /** The escaped text. Empty: the text ended within the escape. Undefined: not an escape, so its text is literal. */
  meaning: string | undefined
}

/**
 * Reads the escape at `at`. Two escapes that form a character are read as one. Half of a character becomes U+FFFD.
 *
 * @param final - No more text will come.
 * @returns Undefined: needs more text, at most 11 units.
 */
export function readEscape(text: string, at: number, final: boolean): Escape | undefined {
  if (at + 1 >= text.length) return final ? { end: text.length, meaning: '' } : undefined
  const unit = text.charCodeAt(at + 1)
  if (unit !== letterU) {
    const meaning = meanings.get(unit) ?? literal(text, at + 1)
    return meaning === undefined ? none(at) : { end: at + 2, meaning }
  }
  const first = readUnit(text, at, final)
  if (typeof first !== 'number') return first
  if (!isHighSurrogate(first)) return { end: at + 6, meaning: isLowSurrogate(first) ? '\ufffd' : String.fromCharCode(first) }
  const second = readUnit(text, at + 6, final)
  if (second === undefined) return undefined
  if (typeof second === 'number' && isLowSurrogate(second)) return { end: at + 12, meaning: String.fromCharCode(first, second) }
  return { end: at + 6, meaning: '\ufffd' }
}

/** Reads the backslash as text. The text after it is read separately. */
const none = (at: number): Escape => ({ end: at + 1, meaning: undefined })

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** Returns a character that stands for itself after a backslash. LaTeX often lacks doubled backslashes, so `\alpha` stays unchanged. */
function literal(text: string, at: number): string | undefined {
  const unit = text.charCodeAt(at)
  return unit === sign.quote || unit === sign.apostrophe || unit === sign.backslash || unit === 0x2f ? text.charAt(at) : undefined
}

/** The unit of `\uXXXX`, or the result if it is incomplete or invalid. */
function readUnit(text: string, at: number, final: boolean): number | Escape | undefined {
  let value = 0
  for (let index = 0; index < 6; index++) {
    if (at + index >= text.length) return final ? { end: text.length, meaning: '' } : undefined
    const unit = text.charCodeAt(at + index)
    if (index === 0 ? unit === sign.backslash : index === 1 && unit === letterU) continue
    const digit = index < 2 ? -1 : hexDigit(unit)
    if (digit === -1) return none(at)
    value = value * 16 + digit
  }
  return value
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
