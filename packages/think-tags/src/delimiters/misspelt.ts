/** Returns a name with each possible slip inside it: two letters swapped, one missing, or one doubled. No result is a real word. */
export function misspelt(name: string): string[] {
  const letters = [...name]
  const at = (index: number, count: number, ...others: string[]): string => letters.toSpliced(index, count, ...others).join('')
  const inner = letters.slice(1, -1)
  const swapped = letters.slice(1).map((letter, index) => at(index, 2, letter, letters[index]!))
  const missing = inner.map((_, index) => at(index + 1, 1))
  const doubled = letters.map((letter, index) => at(index, 1, letter, letter))
  return [...new Set([...swapped, ...missing, ...doubled])].filter((slip) => slip !== name)
}
