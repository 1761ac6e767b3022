import { asJson } from './loose.ts'

const longest = 60

/** Returns the beginning of a value's JSON, for a message: its first 60 UTF-16 units. */
export function excerptOf(value: unknown): string {
  const json = asJson(value)
  // Removes half of a surrogate pair at the end.
  return json.length <= longest ? json : `${json.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`
}
