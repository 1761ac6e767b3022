/** Reduces a number of UTF-16 units if it would cut a character. */
export function wholeCharacters(text: string, units: number): number {
  const before = text.charCodeAt(units - 1)
  return units > 0 && before >= 0xd800 && before <= 0xdbff ? units - 1 : units
}
