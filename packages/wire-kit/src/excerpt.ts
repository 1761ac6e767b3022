import { asJson } from './loose.ts'

const longest = 60

/** A value as it was sent, as far as it fits into a sentence: its first 60 UTF-16 units as JSON. */
export function excerptOf(value: unknown): string {
  const json = asJson(value)
  // Half a character is none.
  return json.length <= longest ? json : `${json.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`
}
