import type { Frame } from '@reason/core/wire'
import { createFrameDecoder, type Framing } from '@reason/core/framing'
import { createTextDecoder } from './text-decoder.ts'

/** Decodes the bytes of a body to frames, however the body is cut. */
export interface BodyDecoder {
  push(bytes: Uint8Array): readonly Frame[]
  end(): readonly Frame[]
}

/** Creates a decoder for a framing of text. `@reason/providers-bedrock` has the one for binary frames. */
export function createBodyDecoder(framing: Framing): BodyDecoder {
  const text = createTextDecoder()
  const frames = createFrameDecoder(framing)
  return {
    push: (bytes) => frames.push(text.push(bytes)),
    end: () => [...frames.push(text.end()), ...frames.end()],
  }
}
