/** Different for labels with different values; all of one metric name theirs in one order. */
export function keyOf(labels: Readonly<Record<string, string>>): string {
  let key = ''
  for (const name in labels) key += `${labels[name]}\n`
  return key
}
