/** Upper-cases a text unit by unit, so that indexes stay valid. Units whose upper case is longer stay unchanged. */
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
