import type { Framing } from './decoder.ts'
import type { Frame } from './frame.ts'
import { encodeSse } from './sse.ts'

/** Encodes frames as body text. */
export interface FrameEncoder {
  push(frame: Frame): string
  /** Text that closes the body, or `''`. */
  end(): string
}

/** Encodes one document per line. Line ends inside the data become spaces, because JSON allows them only where a space may be. The event name is dropped. */
export const encodeLine = ({ data }: Frame): string => `${/[\r\n]/.test(data) ? data.replaceAll(/[\r\n]+/g, ' ') : data}\n`

/** Creates the inverse of `createFrameDecoder`. For `json`, push a single frame, because frames are simply concatenated. */
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
