/**
 * Sets an entry as the newest of a map with a limit. The oldest entries beyond the limit are removed.
 *
 * @param most - Maximum number of entries, 1 or more.
 * @param isKept - Names entries that are never removed. Default: none.
 */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number, isKept: (key: K) => boolean = () => false): void {
  // The only entry is the newest. Deleting it would have V8 shrink the table, for `set` to grow it again.
  if (map.size > 1 || !map.has(key)) map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    if (!isKept(oldest)) map.delete(oldest)
  }
}
