/** Creates a test whether the word from `at` to `to` may be in a list. It compares only two letters and the length, which excludes most words. */
export function createWordTable(words: readonly string[]): (text: string, at: number, to: number) => boolean {
  /** Lengths by the first two letters, as bits. */
  const lengths = new Uint32Array(128 * 128)
  const longest = Math.max(...words.map((one) => one.length))
  for (const one of words) {
    for (const first of [one[0]!, one[0]!.toUpperCase()]) {
      for (const second of [one[1] ?? '', (one[1] ?? '').toUpperCase()])
        lengths[slotOf(first.charCodeAt(0), second.charCodeAt(0))]! |= 1 << one.length
    }
  }
  return (text, at, to) => {
    if (to - at > longest) return false
    const second = to - at === 1 ? Number.NaN : text.charCodeAt(at + 1)
    return !(second > 127) && (lengths[slotOf(text.charCodeAt(at), second)]! & (1 << (to - at))) !== 0
  }
}

/** A word of one letter has no second one. */
const slotOf = (first: number, second: number): number => (first << 7) | (Number.isNaN(second) ? 0 : second)
