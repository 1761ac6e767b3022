/**
 * Finds the known name that a misspelled one probably stands for: the one with the fewest edits, at most a third of its length.
 * Case, `-` and `_` do not count as edits. A missing end, shorter than the rest, counts as one.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = Infinity
  const given = plainName(name)
  for (const candidate of known) {
    const whole = plainName(candidate)
    // More than half of a long name is rather the name than another one with two errors.
    const edits = whole.startsWith(given) && whole.length < 2 * given.length ? 1 : distance(given, whole)
    if (edits < fewest && edits <= Math.max(1, candidate.length / 3)) {
      best = candidate
      fewest = edits
    }
  }
  return best
}

/** ` (did you mean "…"?)` for a message, or an empty text if no name is similar. */
export function suggestion(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return meant === undefined ? '' : ` (did you mean "${meant}"?)`
}

const plainName = (name: string): string => name.toLowerCase().replace(/[-_]/g, '')

/** Edit distance: missing, surplus, replaced and swapped letters. Computes one row at a time. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! : row[j]!
      next.push(Math.min(swapped + 1, row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    before = row
    row = next
  }
  return row[b.length]!
}
