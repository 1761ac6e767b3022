import { TextEncoder } from 'node:util'
import type { Frame } from '@reason/core'
import { createFrameEncoder, type Framing } from '@reason/core/framing'
import type { BodyFraming } from './framing.ts'

/** Frames of a format to the bytes of a body. */
export interface BodyEncoder {
  push(frame: Frame): Uint8Array
  /** What closes the body. */
  end(): Uint8Array
}

/** The other direction of `loadBodyDecoder`. */
export async function loadBodyEncoder(framing: BodyFraming, wire: string): Promise<BodyEncoder> {
  if (framing !== 'aws-eventstream') return createTextBodyEncoder(framing, wire)
  const { encodeEventStream } = await import('@reason/providers-bedrock')
  return { push: encodeEventStream, end: () => new Uint8Array() }
}

function createTextBodyEncoder(framing: Framing, wire: string): BodyEncoder {
  const encoder = createFrameEncoder(framing)
  const utf8 = new TextEncoder()
  const documentOf = framing === 'sse' ? undefined : wire === 'bedrock-converse' ? withName : asItIs
  return {
    push(frame) {
      if (documentOf === undefined) return utf8.encode(encoder.push(frame))
      // The mark at the end of some event streams is no document.
      return utf8.encode(frame.data === '[DONE]' ? '' : encoder.push({ data: documentOf(frame) }))
    },
    end: () => utf8.encode(encoder.end()),
  }
}

/** Nearly all events name themselves. */
const asItIs = ({ data }: Frame): string => data

/** Those of Converse are named by their frames alone: where these have no names, an event is `{"name": payload}`, as its clients give it. */
const withName = ({ event, data }: Frame): string => (event === undefined ? data : `{${JSON.stringify(event)}:${data}}`)
