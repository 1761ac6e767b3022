import type { FrameDecoder } from './decoder.ts'
import type { Frame } from './frame.ts'

/** Decodes one frame per line, ignoring empty lines. The pieces of a long line are joined once, when it ends. */
export function createLinesDecoder(): FrameDecoder {
  let pieces: string[] = []

  return { push, end }

  function push(text: string): Frame[] {
    const frames: Frame[] = []
    let from = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      pieces.push(text.slice(from, at))
      frames.push(...takeLine())
      from = at + 1
    }
    if (from < text.length) pieces.push(text.slice(from))
    return frames
  }

  function end(): Frame[] {
    return takeLine()
  }

  function takeLine(): Frame[] {
    const data = pieces.join('').trim()
    pieces = []
    return data === '' ? [] : [{ data }]
  }
}
