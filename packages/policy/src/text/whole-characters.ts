import { isHighSurrogate } from '@reason/core/adapter'

/** Reduces a number of UTF-16 units if it would cut a character. */
export function wholeCharacters(text: string, units: number): number {
  return isHighSurrogate(text.charCodeAt(units - 1)) ? units - 1 : units
}
