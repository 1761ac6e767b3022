/** Shown characters before and after the first difference. */
const before = 30
const after = 60

/**
 * Two values as two lines, cut around their first difference.
 *
 *     - "…The answer is 51."
 *     + "…The answer is 15."
 */
export function diffLines(expected: unknown, got: unknown): [string, string] {
  const [wanted, actual] = [asText(expected), asText(got)]
  let at = 0
  while (at < wanted.length && at < actual.length && wanted[at] === actual[at]) at++
  return [`- ${excerpt(wanted, at, expected)}`, `+ ${excerpt(actual, at, got)}`]
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

function excerpt(text: string, at: number, value: unknown): string {
  const from = Math.max(0, at - before)
  const to = Math.min(text.length, at + after)
  const piece = `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`
  return typeof value === 'string' ? JSON.stringify(piece) : piece
}
