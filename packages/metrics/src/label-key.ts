/** Creates a key that differs for labels with different values. All calls for one metric must use one order of names. */
export function keyOf(labels: Readonly<Record<string, string>>): string {
  let key = ''
  for (const name in labels) key += `${labels[name]}\n`
  return key
}
