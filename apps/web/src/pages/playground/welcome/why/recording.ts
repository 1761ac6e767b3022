/** What Qwen3 said in a recording of llama-server (`embedded/qwen3-tags`), before it went through a network. */
export const recordedText = '<think>\nOkay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.\n</think>\n\nThe answer is 51.'
export const recordedModel = 'qwen3'
/** What the user should read. */
export const recordedAnswer = 'The answer is 51.'

/** Between two chunks, in milliseconds: all of it takes less than five seconds. */
export const chunkMs = 120

/** Which of the tags a chunk boundary goes through, in turn. */
const boundaries = ['both', 'closing', 'opening'] as const

/**
 * Cuts the text as a network may: words stay whole, and one tag or both do not.
 *
 * @param attempt - From 0: every attempt is cut differently.
 */
export function cutBadly(attempt: number): string[] {
  const through = boundaries[attempt % boundaries.length]!
  const cut = (tag: string): string[] => {
    // Anywhere inside the tag.
    const at = 1 + ((attempt * 5 + 2) % (tag.length - 1))
    return [tag.slice(0, at), tag.slice(at)]
  }
  return (recordedText.match(/<\/?think>|\s*[^\s<]+|\s+/g) ?? []).flatMap((piece) => {
    const isOpening = piece === '<think>'
    const isCut = (isOpening && through !== 'closing') || (piece === '</think>' && through !== 'opening')
    return isCut ? cut(piece) : [piece]
  })
}
