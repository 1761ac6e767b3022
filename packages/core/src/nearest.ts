/**
 * Finds the known name that a misspelled one probably stands for: the one with the fewest edits, at most a third of its length.
 * Case, `-` and `_` do not count as edits.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  // More edits than the name has characters, so any candidate is better.
  let fewest = name.length + 1
  for (const candidate of known) {
    const edits = distance(plainName(name), plainName(candidate))
    if (edits < fewest && edits <= Math.max(1, candidate.length / 3)) {
      best = candidate
      fewest = edits
    }
  }
  return best
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
