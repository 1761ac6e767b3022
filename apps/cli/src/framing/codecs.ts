import { createBodyDecoder, createBodyEncoder, type BodyDecoder, type BodyEncoder, type BodyFraming } from '@reason/recording'

/** Loads what creates decoders for a framing. The package of the binary framing is loaded only when it is needed. */
export async function loadBodyDecoder(framing: BodyFraming): Promise<() => BodyDecoder> {
  if (framing !== 'aws-eventstream') return () => createBodyDecoder(framing)
  return (await import('@reason/providers-bedrock')).createEventStreamDecoder
}

/** The other direction of `loadBodyDecoder`. */
export async function loadBodyEncoder(framing: BodyFraming, wire: string): Promise<BodyEncoder> {
  if (framing !== 'aws-eventstream') return createBodyEncoder(framing, wire)
  const { encodeEventStream } = await import('@reason/providers-bedrock')
  return { push: encodeEventStream, end: () => new Uint8Array() }
}
