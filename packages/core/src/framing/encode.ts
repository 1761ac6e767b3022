import type { Framing } from './decoder.ts'
import type { Frame } from './frame.ts'
import { encodeSse } from './sse.ts'

/** Frames to body text. */
export interface FrameEncoder {
  push(frame: Frame): string
  /** What closes the body; `''` where nothing does. */
  end(): string
}

/**
 * One document a line. Line ends inside the data become spaces: in JSON they can only stand where a space may. An event name has no
 * place here.
 */
export const encodeLine = ({ data }: Frame): string => `${/[\r\n]/.test(data) ? data.replaceAll(/[\r\n]+/g, ' ') : data}\n`

/** The other direction of `createFrameDecoder`. In a `json` body the frames stand one behind the other: give it one. */
export function createFrameEncoder(framing: Framing): FrameEncoder {
  if (framing === 'json-array') return createArrayEncoder()
  const push = framing === 'sse' ? encodeSse : framing === 'json' ? ({ data }: Frame) => data : encodeLine
  return { push, end: () => '' }
}

function createArrayEncoder(): FrameEncoder {
  let begun = false
  return {
    push({ data }) {
      const before = begun ? ',\r\n' : '['
      begun = true
      return before + data
    },
    end: () => (begun ? ']' : '[]'),
  }
}
