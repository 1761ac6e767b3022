import type { DeltaPart } from '@reason/core/parts'
import type { TextFrame, WrittenFrame } from '@reason/core/wire'

/**
 * Fast path: forwards text deltas unparsed while no stage would change them. Frames of a stream mostly differ only in their text. After
 * some frames passed all stages unchanged, a frame of the same shape is written at once. The stages see it later, joined with the next
 * ones. Other frames, and text that a stage might act on, take the slow path.
 *
 *   read ──alike, and passes──▶ client
 *    │          └─────────────▶ waiting ──some text, some time, anything else──▶ slow path, without the client
 *    └──anything else─────────▶ slow path: reader, splitter, rules, writer
 *
 * A read may bring many events. Events on the slow path go one by one, as long as that makes the shape of later ones known.
 */
export interface Passage {
  /**
   * Takes a network read. Text that no stage changes goes to the client at once, and the rest to `read`.
   *
   * @param more - More bytes of the same network read follow at once.
   * @returns Number of bytes taken: all, unless `read` wants no more.
   */
  push(bytes: Buffer, more: boolean, read: SlowPath): number
  /** Sends waiting text through the slow path now. */
  settle(): void
  /** Settles, and drops what is known about frames, because the next bytes are unrelated. */
  forget(): void
}

/** The slow path: reader, splitter, rules and writer. @returns Whether it can take more bytes at once. */
type SlowPath = (bytes: Buffer, more: boolean) => boolean

export type ReadFrame = TextFrame & { part: DeltaPart }

export interface PassageOptions {
  /**
   * True if no stage would change this text.
   *
   * @param part - As it was read.
   * @param own - The same text as the writer gets it.
   */
  passes(part: DeltaPart, own: DeltaPart): boolean
  /** Format of frames like the last one on the slow path. Undefined: unknown. */
  lastRead(): ReadFrame | undefined
  /** The part that the writer got for that frame, if no stage changed it. */
  lastWritten(): DeltaPart | undefined
  /** The writer's format for text of this block. */
  textFrame(own: DeltaPart): WrittenFrame | undefined
  /**
   * Sends frames, as bytes in a string.
   *
   * @param pieces - Number of text deltas.
   * @param length - Length of their text in UTF-16 units.
   */
  send(frames: string, pieces: number, length: number, more: boolean): void
  /** Hands over all text since the last call, in one part. */
  catchUp(part: DeltaPart): void
  /** Returns the time in milliseconds. Default: `performance.now`. */
  now?: () => number
}

/** Most text that may wait, in UTF-16 units, and the longest wait in milliseconds. Rules and observers lag behind the client by no more than this. */
const mostWaiting = 1024
const longestWaiting = 100

/** Bytes scanned at once. Small, because a mismatch is usually near the start. */
const mostAtOnce = 8192

/** Events of the slow path that go together at first. An error among them becomes an HTTP error instead of an event. */
const firstEvents = 3
/** Single-event attempts on the slow path before the rest of a read takes it. */
const mostDetours = 4
const colon = 58

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const special = /[\\\u0000-\u001f]/
const beyondAscii = /[\u0080-\u00ff]/

interface Known {
  read: ReadFrame
  written: WrittenFrame
  /** Parts with all waiting text, and the text that is checked. */
  part: DeltaPart
  own: DeltaPart
}

export function createPassage(options: PassageOptions): Passage {
  const { passes, lastRead, lastWritten, textFrame, send, catchUp, now = () => performance.now() } = options
  let known: Known | undefined
  /** Beginning of the last frame that was read. */
  let before: string | undefined
  let waiting = ''
  let waitingPart: DeltaPart | undefined
  let waitingSince = 0
  /** Detours since a frame was known. -1: none was known yet. */
  let detours = -1

  return { push, settle, forget }

  function push(bytes: Buffer, more: boolean, read: SlowPath): number {
    for (let from = 0; ;) {
      from += passOn(from === 0 ? bytes : bytes.subarray(from), more)
      if (from === bytes.length) return from
      settle()
      known = undefined
      const unknown = from === 0 ? bytes : bytes.subarray(from)
      const length = detour(unknown)
      from += length
      if (!read(unknown.subarray(0, length), more || from < bytes.length)) return from
      learn(lastRead(), lastWritten())
      if (from === bytes.length) return from
    }
  }

  /** @returns Number of leading bytes that went to the client. */
  function passOn(bytes: Buffer, more: boolean): number {
    let passed = 0
    while (known !== undefined && passed < bytes.length) {
      const length = pass(known, bytes.toString('latin1', passed, passed + mostAtOnce), bytes.length - passed, more)
      if (length === 0) break
      passed += length
    }
    return passed
  }

  /** @returns Number of leading bytes for the slow path before the next check. */
  function detour(bytes: Buffer): number {
    if (detours >= mostDetours) return bytes.length
    let events = detours < 0 ? firstEvents : 1
    detours++
    for (let from = 0; ;) {
      const end = bytes.indexOf('\n\n', from)
      if (end === -1) return bytes.length
      // Comments belong to the event after them.
      if (bytes[from] !== colon && --events === 0) return end + 2
      from = end + 2
    }
  }

  /**
   * Sends frames of the known shape.
   *
   * @param all - Number of all bytes, of which `bytes` are the first.
   * @returns Number of bytes sent.
   */
  function pass({ read, written, part, own }: Known, bytes: string, all: number, more: boolean): number {
    const literals: string[] = []
    let text = ''
    let from = 0
    while (from < bytes.length) {
      const start = from + read.before.length
      const end = bytes.indexOf('"', start)
      const next = end + read.after.length
      // V8 compares slices word by word.
      if (end <= start || bytes.slice(from, start) !== read.before || bytes.slice(end, next) !== read.after) break
      const literal = bytes.slice(start, end)
      const said = textOf(literal)
      if (said === undefined) break
      text += said
      literals.push(literal)
      from = next
    }
    if (literals.length === 0) return 0
    part.text = own.text = waiting + text
    if (!passes(part, own)) {
      // Every later frame would be checked in vain, too.
      detours = mostDetours
      return 0
    }
    const time = now()
    if (waiting === '') {
      waitingSince = time
      waitingPart = part
    }
    waiting = part.text
    send(framesOf(literals, written), literals.length, text.length, more || from < all)
    if (waiting.length > mostWaiting || time - waitingSince > longestWaiting) settle()
    return from
  }

  function settle(): void {
    if (waiting === '') return
    const text = waiting
    waiting = ''
    catchUp({ ...waitingPart!, text })
  }

  /** Learns the shape of a frame if the previous one was alike, and no stage changed it. */
  function learn(read: ReadFrame | undefined, part: DeltaPart | undefined): void {
    // If text of another choice was held, the part does not belong to this frame.
    const isAlike = read !== undefined && read.before === before && read.part.choice === part?.choice
    if (read !== undefined) before = read.before
    if (!isAlike || part === undefined) return
    const written = textFrame(part)
    if (written === undefined) return
    known = { read: readEvent(read), written: writtenEvent(written), part: { ...read.part }, own: { ...part } }
    detours = 0
  }

  function forget(): void {
    settle()
    known = before = undefined
  }
}

function framesOf(literals: readonly string[], { before, after }: WrittenFrame): string {
  let frames = ''
  for (const literal of literals) frames += before + literal + (typeof after === 'string' ? after : after())
  return frames
}

/** The frame in an event stream, as bytes in a string. */
const readEvent = (frame: ReadFrame): ReadFrame => ({
  ...frame,
  before: inBytes(`data: ${frame.before}`),
  after: inBytes(`${frame.after}\n\n`),
})

const writtenEvent = ({ event, before, after }: WrittenFrame): WrittenFrame => ({
  before: inBytes(`${event === undefined ? '' : `event: ${event}\n`}data: ${before}`),
  after: typeof after === 'string' ? inBytes(`${after}\n\n`) : () => `${after()}\n\n`,
})

const inBytes = (text: string): string => Buffer.from(text).toString('latin1')

/** Decodes text. Undefined if the text is not UTF-8, or its written form may differ from the read one. */
function textOf(bytes: string): string | undefined {
  if (special.test(bytes)) return undefined
  if (!beyondAscii.test(bytes)) return bytes
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? undefined : text
}
