import { createBodyDecoder, createBodyEncoder, type BodyDecoder, type BodyEncoder, type BodyFraming } from '@reason/recording'

/** Loads a factory of decoders for a framing. The package of the binary framing is loaded only on demand. */
export async function loadBodyDecoder(framing: BodyFraming): Promise<() => BodyDecoder> {
  if (framing !== 'aws-eventstream') return () => createBodyDecoder(framing)
  return (await import('@reason/providers-bedrock')).createEventStreamDecoder
}

/** Loads the encoder for a framing. The package of the binary framing is loaded only on demand. */
export async function loadBodyEncoder(framing: BodyFraming, wire: string): Promise<BodyEncoder> {
  if (framing !== 'aws-eventstream') return createBodyEncoder(framing, wire)
  const { encodeEventStream } = await import('@reason/providers-bedrock')
  return { push: encodeEventStream, end: () => new Uint8Array() }
}
