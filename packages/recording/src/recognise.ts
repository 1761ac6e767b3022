import { Buffer } from 'node:buffer'
import type { WireFormat } from '@reason/core'
import { recogniseBody } from '@reason/core/reading'
import { endsInMark, isEventStream, isUtf16 } from './binary.ts'
import { chain } from './chain.ts'
import { isRequest } from './request-format.ts'
import { createTextDecoder } from './text-decoder.ts'

/** Maximum bytes to inspect. A document has to be complete to be recognised. */
const most = { stream: 64 * 1024, document: 8 * 1024 * 1024 }

/** Maximum size of a document that can be recognised, in megabytes. */
export const mostDocumentMegabytes = most.document / 1024 / 1024

/** Appearance of the beginning of a body. */
export type Look =
  | { kind: 'format'; wire: string; framing: string; provider?: string }
  | { kind: 'error'; framing: string }
  | { kind: 'unknown' | 'request'; framing: string; first: object }

export interface RecognisedInput {
  /** `empty`: no byte came. `large`: JSON that is too large to be recognised. Undefined: plain text. */
  look: Look | { kind: 'empty' } | { kind: 'large' } | undefined
  /** The whole input, with the bytes that were searched. */
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Recognises a recorded response by the beginning of its input. Input that cannot be a response is passed on at once.
 *
 * @param source - Bytes in pieces of any size, such as a read stream.
 * @param formats - Loads the wire formats to try. Called only if the input may be a response.
 */
export async function recogniseInput(
  source: AsyncIterable<Uint8Array>,
  formats: () => Promise<readonly WireFormat[]>,
): Promise<RecognisedInput> {
  const input = chain([], source)
  const pieces: Uint8Array[] = []
  let length = 0
  let known = 0
  for (let next = await input.next(); next.done !== true; next = await input.next()) {
    pieces.push(next.value)
    length += next.value.length
    // The first characters decide, so that a large document is inspected once.
    if (known === 0 || length <= most.stream) known = limitOf(Buffer.concat(pieces))
    if (length >= known) break
  }
  const head = Buffer.concat(pieces)
  const bytes = chain(pieces, input)
  if (length === 0) return { look: { kind: 'empty' }, bytes }
  const limit = limitOf(head)
  if (limit === 0) return { look: undefined, bytes }
  const look = await lookOf(head, formats)
  return { look: look ?? (limit === most.document && length >= limit ? { kind: 'large' } : undefined), bytes }
}

/** @returns Undefined for plain text. */
export async function lookOf(head: Uint8Array, formats: () => Promise<readonly WireFormat[]>): Promise<Look | undefined> {
  if (isEventStream(head)) return { kind: 'format', wire: 'bedrock-converse', framing: 'aws-eventstream' }
  const decoder = createTextDecoder()
  const body = recogniseBody(decoder.push(head) + decoder.end(), await formats())
  if (body?.kind === 'unknown' && body.framing === 'json' && isRequest(body.first)) return { ...body, kind: 'request' }
  if (body?.kind !== 'format') return body
  const { wire, framing, source } = body
  return { kind: 'format', wire: wire.id, framing, ...(source.provider !== undefined && { provider: source.provider }) }
}

/** Returns the number of bytes to inspect; 0 for text, even if it begins with a bracket, as `[THINK]` does. */
function limitOf(head: Buffer): number {
  if (isEventStream(head) || endsInMark(head)) return most.stream
  const text = isUtf16(head) ? createTextDecoder().push(head) : head.toString('latin1').replace(/^\xEF\xBB\xBF/, '')
  const start = text.trimStart()
  if (start === '' || /^(?:(?:data|event|id|retry)?:|error: ?\{)/.test(start)) return most.stream
  if (/^(?:\{\s*(?:["}]|$)|\[\s*(?:[{\]]|$))/.test(start)) return most.document
  // The text may still become one of these names.
  return ['data:', 'event:', 'id:', 'retry:', 'error: {'].some((name) => name.startsWith(start)) ? most.stream : 0
}
