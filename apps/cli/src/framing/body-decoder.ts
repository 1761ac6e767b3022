import type { Frame } from '@reason/core'
import { createFrameDecoder, type Framing } from '@reason/core/framing'
import { createTextDecoder } from '../text-decoder.ts'
import type { BodyFraming } from './framing.ts'

/** Bytes of a body to frames, however the body is cut. */
export interface BodyDecoder {
  push(bytes: Uint8Array): readonly Frame[]
  end(): readonly Frame[]
}

/** What makes decoders for a framing. The package of the binary one is loaded when it is needed. */
export async function loadBodyDecoder(framing: BodyFraming): Promise<() => BodyDecoder> {
  if (framing !== 'aws-eventstream') return () => createTextBodyDecoder(framing)
  return (await import('@reason/providers-bedrock')).createEventStreamDecoder
}

function createTextBodyDecoder(framing: Framing): BodyDecoder {
  const text = createTextDecoder()
  const frames = createFrameDecoder(framing)
  return {
    push: (bytes) => frames.push(text.push(bytes)),
    end: () => [...frames.push(text.end()), ...frames.end()],
  }
}
