import { isHighSurrogate } from '@reason/core/adapter'
import { sign } from './signs.ts'

const meanings = new Map([...'bfnrt'].map((letter, index) => [letter.charCodeAt(0), '\b\f\n\r\t'.charAt(index)]))
const letterU = 0x75

/** One escape of a JSON string. */
export interface Escape {
  /** Where it ends. */
  end: number
  /** What it stands for. Empty: the text ended within it. Undefined: it is none, and its text is text. */
  meaning: string | undefined
}

/**
 * Reads the escape at `at`. Two that make one character are read as one; half of a character becomes U+FFFD, as nothing can be made of it.
 *
 * @param final - No more text will come.
 * @returns Undefined: more text has to come, at most 11 units more.
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

/** The backslash is text, and what follows it is read as if it stood alone. */
const none = (at: number): Escape => ({ end: at + 1, meaning: undefined })

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** A sign that stands for itself behind the backslash. LaTeX is often written without doubled backslashes: `\alpha` stays what it is. */
function literal(text: string, at: number): string | undefined {
  const unit = text.charCodeAt(at)
  return unit === sign.quote || unit === sign.apostrophe || unit === sign.backslash || unit === 0x2f ? text.charAt(at) : undefined
}

/** The unit that `\uXXXX` stands for, or what else stands there. */
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
