import type { FrameDecoder } from './decoder.ts'

/** Decodes a body that is one document into one frame, at its end. */
export function createWholeDecoder(): FrameDecoder {
  const pieces: string[] = []
  return {
    push(text) {
      pieces.push(text)
      return []
    },
    end() {
      const data = pieces.join('').trim()
      return data === '' ? [] : [{ data }]
    },
  }
}
