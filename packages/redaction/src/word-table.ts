/**
 * Creates an index of words. It returns which lists contain the word from `at` to `to`, as bits: 1 for the first list, 2 for the second. Two letters and the
 * length exclude most words, before the word is looked up.
 */
export function createWordIndex(...lists: readonly (readonly string[])[]): (text: string, at: number, to: number) => number {
  const bits = new Map<string, number>()
  /** Lengths by the first two letters, as bits. */
  const lengths = new Uint32Array(128 * 128)
  let longest = 0
  for (const [i, words] of lists.entries()) {
    for (const one of words) {
      bits.set(one, (bits.get(one) ?? 0) | (1 << i))
      longest = Math.max(longest, one.length)
      for (const first of [one[0]!, one[0]!.toUpperCase()]) {
        for (const second of [one[1] ?? '', (one[1] ?? '').toUpperCase()])
          lengths[slotOf(first.charCodeAt(0), second.charCodeAt(0))]! |= 1 << one.length
      }
    }
  }
  return (text, at, to) => {
    if (to - at > longest) return 0
    const second = to - at === 1 ? Number.NaN : text.charCodeAt(at + 1)
    if (second > 127 || (lengths[slotOf(text.charCodeAt(at), second)]! & (1 << (to - at))) === 0) return 0
    return bits.get(text.slice(at, to).toLowerCase()) ?? 0
  }
}

/** A word of one letter has no second one. */
const slotOf = (first: number, second: number): number => (first << 7) | (Number.isNaN(second) ? 0 : second)
