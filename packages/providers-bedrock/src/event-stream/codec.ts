import { EventStreamCodec, HeaderMarshaller } from '@smithy/eventstream-codec'

const utf8 = new TextDecoder()
const bytes = new TextEncoder()
const toUtf8 = (input: Uint8Array | string): string => (typeof input === 'string' ? input : utf8.decode(input))
const fromUtf8 = (text: string): Uint8Array => bytes.encode(text)

/** Whole frames, with their checksums. */
export const codec = new EventStreamCodec(toUtf8, fromUtf8)

/** Headers alone: for a frame whose checksum is wrong. */
export const headers = new HeaderMarshaller(toUtf8, fromUtf8)

export const text = (payload: Uint8Array): string => utf8.decode(payload)
