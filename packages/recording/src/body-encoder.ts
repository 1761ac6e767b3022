import { TextEncoder } from 'node:util'
import type { Frame } from '@reason/core/wire'
import { createFrameEncoder, type Framing } from '@reason/core/framing'

/** Encodes the frames of a wire format as the bytes of a body. */
export interface BodyEncoder {
  push(frame: Frame): Uint8Array
  /** The bytes that close the body. */
  end(): Uint8Array
}

/**
 * Creates an encoder for a framing of text: the other direction of `createBodyDecoder`.
 *
 * @param wire - Id of the wire format. Events of `bedrock-converse` are named by their frames alone, so documents get the name.
 */
export function createBodyEncoder(framing: Framing, wire: string): BodyEncoder {
  const encoder = createFrameEncoder(framing)
  const utf8 = new TextEncoder()
  const documentOf = framing === 'sse' ? undefined : wire === 'bedrock-converse' ? withName : plainDocument
  return {
    push(frame) {
      if (documentOf === undefined) return utf8.encode(encoder.push(frame))
      // `[DONE]` at the end of some event streams is no document.
      return utf8.encode(frame.data === '[DONE]' ? '' : encoder.push({ data: documentOf(frame) }))
    },
    end: () => utf8.encode(encoder.end()),
  }
}

/** Nearly all events contain their own name. */
const plainDocument = ({ data }: Frame): string => data

/** Adds the name to an event of Converse, whose events are named only by their frames: `{"name": payload}`, as its clients do. */
const withName = ({ event, data }: Frame): string => (event === undefined ? data : `{${JSON.stringify(event)}:${data}}`)
