import { asJson } from './loose.ts'

/** A value as it was sent, as far as it fits into a sentence. @param longest - In UTF-16 units. */
export function excerptOf(value: unknown, longest = 60): string {
  const json = asJson(value)
  // Half a character is none.
  return json.length <= longest ? json : `${json.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`
}
