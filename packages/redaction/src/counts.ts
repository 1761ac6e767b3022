/** Adds up counts of several texts: `{ email: 2 }` and `{ email: 1, secret: 1 }` become `{ email: 3, secret: 1 }`. */
export function mergeCounts(...all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const counts of all) for (const [type, count] of Object.entries(counts)) sum[type] = (sum[type] ?? 0) + count
  return sum
}
