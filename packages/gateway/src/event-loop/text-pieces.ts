import { isHighSurrogate } from '@reason/core/adapter'

/** Cuts a text into pieces of `length` UTF-16 units. A piece is one unit longer if the cut would split a surrogate pair. */
export function* textPieces(text: string, length: number): Generator<string> {
  for (let at = 0; at < text.length;) {
    const to = at + length
    const end = isHighSurrogate(text.charCodeAt(to - 1)) && isLowSurrogate(text.charCodeAt(to)) ? to + 1 : to
    yield text.slice(at, end)
    at = end
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
