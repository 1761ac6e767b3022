import type { Frame } from '@reason/core/wire'
import { isException } from '../errors.ts'
import { crc32 } from './crc.ts'
import { formatHeaders } from './headers.ts'
import { CHECKSUM_BYTES, PRELUDE_BYTES } from './layout.ts'

/** Created on first use, so that an import needs no global of the platform. */
let utf8: { encode(text: string): Uint8Array } | undefined

/** Encoded headers by event name. A writer uses few names. */
const headersByName = new Map<string, Uint8Array>()
const MOST_NAMES = 32

/**
 * Encodes one frame as bytes of `application/vnd.amazon.eventstream`. A name that ends in `Exception` makes it an
 * exception.
 *
 * @throws {TypeError} For a frame without a name, as every frame of this format has one.
 */
export function encodeEventStream({ event, data }: Frame): Uint8Array {
  if (event === undefined) throw new TypeError('A frame of an Amazon event stream needs a name. Give it as `event`.')
  const headers = headersOf(event)
  const body = (utf8 ??= new TextEncoder()).encode(data)
  const bytes = new Uint8Array(PRELUDE_BYTES + headers.length + body.length + CHECKSUM_BYTES)
  const view = new DataView(bytes.buffer)
  const end = bytes.length - CHECKSUM_BYTES
  view.setUint32(0, bytes.length)
  view.setUint32(4, headers.length)
  view.setUint32(8, crc32(bytes, 0, 8))
  bytes.set(headers, PRELUDE_BYTES)
  bytes.set(body, PRELUDE_BYTES + headers.length)
  view.setUint32(end, crc32(bytes, 0, end))
  return bytes
}

function headersOf(event: string): Uint8Array {
  let headers = headersByName.get(event)
  if (headers === undefined) {
    headers = formatHeaders(isException(event) ? 'exception' : 'event', event)
    if (headersByName.size < MOST_NAMES) headersByName.set(event, headers)
  }
  return headers
}
