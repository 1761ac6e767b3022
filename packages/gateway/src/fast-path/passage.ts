import type { DeltaPart } from '@reason/core/parts'
import type { TextFrame, WrittenFrame } from '@reason/core/wire'

/**
 * Fast path: forwards text deltas unparsed while no stage would change them. Frames of a stream mostly differ only in their text. After
 * some frames passed all stages unchanged, a frame of the same shape is written at once. The stages see it later, joined with the next
 * ones. Other frames, and text that a stage might act on, take the slow path.
 *
 *   read ──alike, and passes──▶ client
 *    │          └─────────────▶ waiting ──some text, some time, anything else──▶ the long way, without the client
 *    └──anything else─────────▶ the long way: reader, splitter, rules, writer
 *
 * A read may bring many events. Those that go the long way do so one by one, as long as that makes others known that follow.
 */
export interface Passage {
  /**
   * A read of the network: text that passes goes to the client at once, and the rest to `read`.
   *
   * @param more - More bytes of the same read of the network follow at once.
   * @returns How many of the bytes were taken: all, unless `read` wants no more.
   */
  push(bytes: Buffer, more: boolean, read: LongWay): number
  /** What waits goes the long way now. */
  settle(): void
  /** Settles; and what comes next has nothing to do with what came before. */
  forget(): void
}

/** Takes bytes through the reader, the splitter, the rules and the writer. @returns Whether it takes more at once. */
type LongWay = (bytes: Buffer, more: boolean) => boolean

export type ReadFrame = TextFrame & { part: DeltaPart }

export interface PassageOptions {
  /** @param part - As it was read. @param own - The same text as the writer gets it. */
  passes(part: DeltaPart, own: DeltaPart): boolean
  /** How frames like the last one that went the long way look. Undefined: nothing is known of such. */
  lastRead(): ReadFrame | undefined
  /** What came out of that frame, as the writer got it, where it came out as it went in. */
  lastWritten(): DeltaPart | undefined
  /** How the writer writes text of a block. */
  textFrame(own: DeltaPart): WrittenFrame | undefined
  /** Frames for the client, as bytes in a string. @param pieces - How many texts they hold. @param length - Of these texts, in UTF-16 units. */
  send(frames: string, pieces: number, length: number, more: boolean): void
  /** All that was sent since the last time, in one part. */
  later(part: DeltaPart): void
  /** In milliseconds. Default `performance.now`. */
  now?: () => number
}

/** UTF-16 units of text that may wait, and milliseconds. Rules and observers lag behind the client by no more than this. */
const mostWaiting = 1024
const longestWaiting = 100

/** Bytes that are looked at at once: what is different may be among the first of them. */
const mostAtOnce = 8192

/** Events that go the long way together at first: an error among them is no event for the client, but an error. */
const firstEvents = 3
/** Detours of one event that may be for nothing. */
const mostDetours = 4
const colon = 58

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const special = /[\\\u0000-\u001f]/
const beyondAscii = /[\u0080-\u00ff]/

interface Known {
  read: ReadFrame
  written: WrittenFrame
  /** With all that waits, and what is asked about. */
  part: DeltaPart
  own: DeltaPart
}

export function createPassage(options: PassageOptions): Passage {
  const { passes, lastRead, lastWritten, textFrame, send, later, now = () => performance.now() } = options
  let known: Known | undefined
  /** The last frame that was read begins so. */
  let before: string | undefined
  let waiting = ''
  let waitingPart: DeltaPart | undefined
  let waitingSince = 0
  /** Since something was known. */
  let detours = -1

  return { push, settle, forget }

  function push(bytes: Buffer, more: boolean, read: LongWay): number {
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

  /** @returns How many of these bytes, from the first on, went to the client. */
  function passOn(bytes: Buffer, more: boolean): number {
    let passed = 0
    while (known !== undefined && passed < bytes.length) {
      const length = pass(known, bytes.toString('latin1', passed, passed + mostAtOnce), bytes.length - passed, more)
      if (length === 0) break
      passed += length
    }
    return passed
  }

  /** @returns How many of these bytes, from the first on, go the long way before others are looked at again. */
  function detour(bytes: Buffer): number {
    if (detours >= mostDetours) return bytes.length
    let events = detours < 0 ? firstEvents : 1
    detours++
    for (let from = 0; ;) {
      const end = bytes.indexOf('\n\n', from)
      if (end === -1) return bytes.length
      // Comments go with what follows them.
      if (bytes[from] !== colon && --events === 0) return end + 2
      from = end + 2
    }
  }

  /** @param all - How many bytes there are, of which these are the first. @returns How many of them are like the known ones, and pass. */
  function pass({ read, written, part, own }: Known, bytes: string, all: number, more: boolean): number {
    const literals: string[] = []
    let text = ''
    let from = 0
    while (from < bytes.length) {
      const start = from + read.before.length
      const end = bytes.indexOf('"', start)
      const next = end + read.after.length
      // Slices are compared word by word.
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
      // Each of them would be asked about with all that follow it.
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
    later({ ...waitingPart!, text })
  }

  /** A frame is known when the one before it was like it, and it came out as it went in. */
  function learn(read: ReadFrame | undefined, part: DeltaPart | undefined): void {
    // Where one of another choice was held, this is not what came out of it.
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

/** As they stand in an event stream, their bytes as a string. */
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

/** Undefined: it is written otherwise than it was read, or could be, or some of it is no UTF-8. */
function textOf(bytes: string): string | undefined {
  if (special.test(bytes)) return undefined
  if (!beyondAscii.test(bytes)) return bytes
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? undefined : text
}
