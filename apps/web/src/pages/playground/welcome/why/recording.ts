/** Output of Qwen3 in a recording of llama-server (`embedded/qwen3-tags`), before it is cut into chunks. */
export const recordedText = '<think>\nOkay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.\n</think>\n\nThe answer is 51.'
export const recordedModel = 'qwen3'
/** Text that the user should see. */
export const recordedAnswer = 'The answer is 51.'

/** Milliseconds between two chunks. The whole text takes less than five seconds. */
export const chunkMs = 120

/** Tags that a chunk boundary cuts, by attempt. */
const boundaries = ['both', 'closing', 'opening'] as const

/**
 * Cuts the text as a network may: words stay whole, and one tag or both are cut.
 *
 * @param attempt - Number from 0. Each attempt cuts differently.
 */
export function cutBadly(attempt: number): string[] {
  const through = boundaries[attempt % boundaries.length]!
  const cut = (tag: string): string[] => {
    // A position inside the tag.
    const at = 1 + ((attempt * 5 + 2) % (tag.length - 1))
    return [tag.slice(0, at), tag.slice(at)]
  }
  return (recordedText.match(/<\/?think>|\s*[^\s<]+|\s+/g) ?? []).flatMap((piece) => {
    const isOpening = piece === '<think>'
    const isCut = (isOpening && through !== 'closing') || (piece === '</think>' && through !== 'opening')
    return isCut ? cut(piece) : [piece]
  })
}
