import type { Frame } from '@reason/core'
import { createFrameDecoder, type FrameDecoder } from '@reason/core/framing'
import { codec, headers as headerMarshaller, text } from './codec.ts'
import { crc32 } from './crc.ts'
import { damagedFrame } from './damage.ts'

/** Bytes of a body to frames, however the body is cut. Never throws on input. */
export interface EventStreamDecoder {
  push(bytes: Uint8Array): readonly Frame[]
  /** The body is over. What is left of a frame that was cut is reported. */
  end(): readonly Frame[]
}

type Headers = ReturnType<typeof codec.decode>['headers']

const PRELUDE_BYTES = 12
const CHECKSUM_BYTES = 4
/** The service's own limit is 16 MiB of payload and 128 KiB of headers. */
const MOST_BYTES = 24 * 1024 * 1024

/**
 * Decodes `application/vnd.amazon.eventstream`. An event gives a frame with its name, an exception one that is named after
 * it (`throttlingException`); `data` is the payload, JSON.
 *
 *   prelude: length, length of the headers, checksum ──▶ headers ──▶ payload ──▶ checksum of it all
 *
 * A frame with a wrong checksum is read as far as possible, behind a frame named `:damaged`, which the reader of this package
 * reports. Where the prelude itself is wrong nothing that follows can be found, and the stream ends there. A body that is
 * a JSON document after all (the service refused the request) is one frame.
 */
export function createEventStreamDecoder(): EventStreamDecoder {
  let pieces: Uint8Array[] = []
  let size = 0
  /** Bytes that are needed before anything can be done. */
  let wanted = PRELUDE_BYTES
  let begun = false
  let dead = false
  let document: FrameDecoder | undefined
  const utf8 = new TextDecoder()

  return { push, end }

  function push(bytes: Uint8Array): readonly Frame[] {
    if (dead || bytes.length === 0) return []
    if (!begun) begin(bytes)
    if (document !== undefined) return document.push(utf8.decode(bytes, { stream: true }))
    pieces.push(bytes)
    size += bytes.length
    return size < wanted ? [] : take()
  }

  function end(): readonly Frame[] {
    if (document !== undefined) return [...document.push(utf8.decode()), ...document.end()]
    if (dead || size === 0) return []
    dead = true
    return [damagedFrame({ message: 'The stream was cut inside a frame.', fatal: false, rest: restOf(joined(pieces, size)) })]
  }

  /** As a length this would be 2 GB, so that no frame begins like a JSON object. */
  function begin(bytes: Uint8Array): void {
    begun = true
    if (bytes[0] === OPEN_BRACE) document = createFrameDecoder('json')
  }

  function take(): Frame[] {
    const bytes = joined(pieces, size)
    const frames: Frame[] = []
    let from = 0
    while (!dead) {
      const left = bytes.length - from
      wanted = left < PRELUDE_BYTES ? PRELUDE_BYTES : lengthOf(bytes.subarray(from, from + PRELUDE_BYTES), frames)
      if (left < wanted || dead) break
      // A copy: wrong lengths in the headers must not reach into the frame behind.
      readFrame(copyOf(bytes, from, from + wanted), frames)
      from += wanted
    }
    pieces = dead || from === bytes.length ? [] : [bytes.subarray(from)]
    size = dead ? 0 : bytes.length - from
    return frames
  }

  function lengthOf(prelude: Uint8Array, frames: Frame[]): number {
    const view = viewOf(prelude)
    const length = view.getUint32(0)
    const headersLength = view.getUint32(4)
    const isPossible = length >= PRELUDE_BYTES + headersLength + CHECKSUM_BYTES && length <= MOST_BYTES
    if (isPossible && crc32(prelude.subarray(0, 8)) === view.getUint32(8)) return length
    dead = true
    frames.push(damagedFrame({ message: 'The beginning of a frame was damaged, so that nothing after it can be read.', fatal: true }))
    return PRELUDE_BYTES
  }
}

function readFrame(bytes: Uint8Array, frames: Frame[]): void {
  try {
    const { headers, body } = codec.decode(bytes)
    frames.push(frameOf(headers, body))
  } catch (error) {
    const frame = salvage(bytes)
    const message = `A frame was damaged: ${(error as Error).message}`
    frames.push(damagedFrame({ message, fatal: false, ...(frame === undefined && { rest: restOf(bytes) }) }))
    if (frame !== undefined) frames.push(frame)
  }
}

/** The lengths are right, so the parts of the frame are where they should be. */
function salvage(bytes: Uint8Array): Frame | undefined {
  try {
    const headers = headerMarshaller.parse(viewOf(copyOf(bytes, PRELUDE_BYTES, PRELUDE_BYTES + headersLengthOf(bytes))))
    const frame = frameOf(headers, bytes.subarray(PRELUDE_BYTES + headersLengthOf(bytes), bytes.length - CHECKSUM_BYTES))
    JSON.parse(frame.data)
    return frame
  } catch {
    return undefined
  }
}

function frameOf(headers: Headers, body: Uint8Array): Frame {
  const header = (name: string): string | undefined => {
    const value = headers[name]?.value
    return typeof value === 'string' ? value : undefined
  }
  const data = text(body)
  if (header(':message-type') === 'error') {
    const named = { ...(header(':error-code') && { code: header(':error-code') }), message: header(':error-message') ?? data }
    return { event: 'error', data: JSON.stringify(named) }
  }
  const event = header(':exception-type') ?? header(':event-type')
  return event === undefined ? { data } : { event, data }
}

/** The payload of a frame that was cut or is damaged, as far as it is there. */
function restOf(bytes: Uint8Array): string {
  if (bytes.length < PRELUDE_BYTES) return ''
  return text(bytes.subarray(PRELUDE_BYTES + headersLengthOf(bytes)))
}

const headersLengthOf = (bytes: Uint8Array): number => viewOf(bytes).getUint32(4)

/** `slice` of a Node Buffer is no copy. */
const copyOf = (bytes: Uint8Array, from: number, to: number): Uint8Array => new Uint8Array(bytes.subarray(from, to))

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView => new DataView(buffer, byteOffset, byteLength)

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!
  const all = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

const OPEN_BRACE = 0x7b
