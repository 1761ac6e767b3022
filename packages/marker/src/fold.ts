/**
 * A text in one case, unit by unit, so that places in it are places in the text: what would change its length stays as it is.
 */
export function fold(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toUpperCase()
  let folded = ''
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at)
    const upper = unit.toUpperCase()
    folded += upper.length === 1 ? upper : unit
  }
  return folded
}
