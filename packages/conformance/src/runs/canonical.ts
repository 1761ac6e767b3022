/** Serialises a value for comparison: keys sorted, undefined fields omitted. */
export const canonical = (value: unknown): string => JSON.stringify(value, sortKeys) ?? 'undefined'

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Formats a text or value for a message: quoted, and cut if long. */
export function show(value: unknown, most = 200): string {
  const text = canonical(value)
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`
}

/** Describes the first difference between two texts, with the text around it. */
export function difference(expected: string, actual: string): string {
  let at = 0
  while (at < expected.length && at < actual.length && expected[at] === actual[at]) at++
  const from = Math.max(0, at - 24)
  const excerpt = (text: string) => `${from > 0 ? '…' : ''}${text.slice(from, at + 48)}${text.length > at + 48 ? '…' : ''}`
  return `at character ${at}: expected ${JSON.stringify(excerpt(expected))}, got ${JSON.stringify(excerpt(actual))}`
}
