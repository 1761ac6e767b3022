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
  /** The open frame. Only its prelude, until its length is known. Bytes are copied and summed as they come: a frame may have megabytes. */
  let frame = new Uint8Array(PRELUDE_BYTES)
  let filled = 0
  let sum = 0
  let begun = false
  let dead = false
  let document: FrameDecoder | undefined
  let frames: Frame[] = []

  return { push, end }

  function push(bytes: Uint8Array): readonly Frame[] {
    if (dead || bytes.length === 0) return []
    if (!begun) begin(bytes)
    if (document !== undefined) return document.push(utf8.decode(bytes, { stream: true }))
    for (let from = 0; from < bytes.length && !dead;) from += fill(bytes, from)
    return take()
  }

  function end(): readonly Frame[] {
    if (document !== undefined) return [...document.push(utf8.decode()), ...document.end()]
    if (dead || filled === 0) return []
    dead = true
    const payload = filled < PRELUDE_BYTES ? '' : utf8.decode(frame.subarray(PRELUDE_BYTES + viewOf(frame).getUint32(4), filled))
    return [damagedFrame({ message: 'The stream was cut inside a frame.', fatal: false, rest: payload })]
  }

  /** Detects a JSON document. Its first byte as a length would mean 2 GB, so no frame begins like a JSON object. */
  function begin(bytes: Uint8Array): void {
    begun = true
    if (bytes[0] === OPEN_BRACE) document = createFrameDecoder('json')
  }

  /** Returns the number of bytes that belong to the open frame. */
  function fill(bytes: Uint8Array, from: number): number {
    const count = Math.min(bytes.length - from, frame.length - filled)
    frame.set(bytes.subarray(from, from + count), filled)
    sum = crc32(frame, filled, Math.min(filled + count, frame.length - CHECKSUM_BYTES), sum)
    filled += count
    if (filled < frame.length) return count
    if (filled > PRELUDE_BYTES) readFrame()
    else readPrelude()
    return count
  }

  function readPrelude(): void {
    const view = viewOf(frame)
    const length = view.getUint32(0)
    const isPossible = length >= PRELUDE_BYTES + view.getUint32(4) + CHECKSUM_BYTES
    if (!isPossible || sum !== view.getUint32(8)) return die('The beginning of a frame was damaged')
    if (length > MOST_BYTES) return die(`A frame has ${length} bytes, and the service allows ${MOST_BYTES}`)
    const prelude = frame
    frame = new Uint8Array(length)
    frame.set(prelude)
    sum = crc32(prelude)
  }

  function die(why: string): void {
    dead = true
    frames.push(damagedFrame({ message: `${why}, so that nothing after it can be read.`, fatal: true }))
  }

  function readFrame(): void {
    const view = viewOf(frame)
    const body = PRELUDE_BYTES + view.getUint32(4)
    const end = frame.length - CHECKSUM_BYTES
    const data = utf8.decode(frame.subarray(body, end))
    const head = headOf(frame.subarray(PRELUDE_BYTES, body))
    const isSound = sum === view.getUint32(end)
    frame = new Uint8Array(PRELUDE_BYTES)
    filled = sum = 0
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

const OPEN_BRACE = 0x7b
