import type { Frame } from '@reason/core/wire'
import { createFrameDecoder, type FrameDecoder } from '@reason/core/framing'
import { isJson } from '@reason/wire-kit'
import { crc32 } from './crc.ts'
import { damagedFrame } from './damage.ts'
import { createHeadReader, type EventHead } from './headers.ts'
import { CHECKSUM_BYTES, PRELUDE_BYTES } from './layout.ts'

/** Decodes the bytes of a body to frames, in chunks of any size. Never throws on input. */
export interface EventStreamDecoder {
  push(bytes: Uint8Array): readonly Frame[]
  /** Ends the body. Reports the rest of a truncated frame. */
  end(): readonly Frame[]
}

/** Maximum frame size: the service's own limits are 16 MiB of payload and 128 KiB of headers. */
const MOST_BYTES = PRELUDE_BYTES + 128 * 1024 + 16 * 1024 * 1024 + CHECKSUM_BYTES

/**
 * Decodes `application/vnd.amazon.eventstream`. An event becomes a frame with its name, and so does an exception
 * (`throttlingException`); `data` is the payload, JSON.
 *
 *   prelude: length, length of the headers, checksum ──▶ headers ──▶ payload ──▶ checksum of it all
 *
 * A frame with a wrong checksum is read as far as possible, after a frame named `:damaged`, which this package's reader
 * reports. After a wrong prelude the next frame cannot be found, so the stream ends there. A body that is a JSON
 * document instead (the service refused the request) becomes one frame.
 */
export function createEventStreamDecoder(): EventStreamDecoder {
  const headOf = createHeadReader()
  const utf8 = new TextDecoder()
  let pieces: Uint8Array[] = []
  let size = 0
  /** Number of bytes needed for the next step. */
  let wanted = PRELUDE_BYTES
  let begun = false
  let dead = false
  let document: FrameDecoder | undefined
  let frames: Frame[] = []

  return { push, end }

  function push(bytes: Uint8Array): readonly Frame[] {
    if (dead || bytes.length === 0) return []
    if (!begun) begin(bytes)
    if (document !== undefined) return document.push(utf8.decode(bytes, { stream: true }))
    pieces.push(bytes)
    size += bytes.length
    if (size < wanted) return []
    readFrames(joined(pieces, size))
    return take()
  }

  function end(): readonly Frame[] {
    if (document !== undefined) return [...document.push(utf8.decode()), ...document.end()]
    if (dead || size === 0) return []
    dead = true
    const rest = joined(pieces, size)
    const payload = rest.length < PRELUDE_BYTES ? '' : utf8.decode(rest.subarray(PRELUDE_BYTES + viewOf(rest).getUint32(4)))
    return [damagedFrame({ message: 'The stream was cut inside a frame.', fatal: false, rest: payload })]
  }

  /** Detects a JSON document. Its first byte as a length would mean 2 GB, so no frame begins like a JSON object. */
  function begin(bytes: Uint8Array): void {
    begun = true
    if (bytes[0] === OPEN_BRACE) document = createFrameDecoder('json')
  }

  function readFrames(bytes: Uint8Array): void {
    const view = viewOf(bytes)
    let from = 0
    wanted = PRELUDE_BYTES
    while (bytes.length - from >= PRELUDE_BYTES) {
      const length = lengthAt(bytes, view, from)
      if (length === undefined) return die('The beginning of a frame was damaged')
      if (length > MOST_BYTES) return die(`A frame has ${length} bytes, and the service allows ${MOST_BYTES}`)
      if (bytes.length - from < length) {
        wanted = length
        break
      }
      readFrame(bytes, view, from, from + length)
      from += length
    }
    size = bytes.length - from
    pieces = size === 0 ? [] : [bytes.subarray(from)]
  }

  function lengthAt(bytes: Uint8Array, view: DataView, at: number): number | undefined {
    const length = view.getUint32(at)
    const isPossible = length >= PRELUDE_BYTES + view.getUint32(at + 4) + CHECKSUM_BYTES
    return isPossible && crc32(bytes, at, at + 8) === view.getUint32(at + 8) ? length : undefined
  }

  function die(why: string): void {
    dead = true
    pieces = []
    frames.push(damagedFrame({ message: `${why}, so that nothing after it can be read.`, fatal: true }))
  }

  function readFrame(bytes: Uint8Array, view: DataView, from: number, to: number): void {
    const body = from + PRELUDE_BYTES + view.getUint32(from + 4)
    const data = utf8.decode(bytes.subarray(body, to - CHECKSUM_BYTES))
    const head = headOf(bytes.subarray(from + PRELUDE_BYTES, body))
    const isSound = crc32(bytes, from, to - CHECKSUM_BYTES) === view.getUint32(to - CHECKSUM_BYTES)
    if (isSound && head !== undefined) return void frames.push(frameOf(head, data))
    const message = isSound ? 'The headers of a frame broke the rules.' : 'The checksum of a frame was wrong.'
    // The lengths are right, so the parts of the frame are in their places.
    const isReadable = head !== undefined && isJson(data)
    frames.push(damagedFrame({ message, fatal: false, ...(!isReadable && { rest: data }) }))
    if (isReadable) frames.push(frameOf(head, data))
  }

  function take(): Frame[] {
    const taken = frames
    if (taken.length > 0) frames = []
    return taken
  }
}

function frameOf({ name, failure }: EventHead, data: string): Frame {
  if (failure !== undefined) return { event: 'error', data: JSON.stringify({ message: data, ...failure }) }
  return name === undefined ? { data } : { event: name, data }
}

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
