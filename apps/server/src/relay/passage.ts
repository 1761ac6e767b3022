import type { DeltaPart, TextFrame } from '@reason/core'

/**
 * A way past everything for text that nobody would do anything about. Frames of a stream are mostly alike, but for their text: where the ones before
 * were read, judged and written the long way and came out as they are, a frame that is like them is written at once, and looked at later, joined with
 * the next ones. What is not alike, or might be acted upon, goes the long way.
 *
 *   read ──alike, and passes──▶ client
 *    │          └─────────────▶ waiting ──some text, some time, anything else──▶ the long way, without the client
 *    └──anything else─────────▶ the long way: reader, splitter, rules, writer
 */
export interface Passage {
  /**
   * @param more - More bytes of the same read of the network follow at once.
   * @returns Whether all of it went to the client. Otherwise nothing of it did, and nothing waits any more.
   */
  push(bytes: Buffer, more: boolean): boolean
  /** What waits goes the long way now. */
  settle(): void
  /**
   * The last frame went the long way.
   *
   * @param read - What frames like it look like. Undefined: nothing is known of such.
   * @param part - What came out of it as it went in, as the writer got it. Undefined: it did not.
   */
  learn(read: ReadFrame | undefined, part: DeltaPart | undefined): void
  /** Settles; and what comes next has nothing to do with what came before. */
  forget(): void
}

export type ReadFrame = TextFrame & { part: DeltaPart }

export interface PassageOptions {
  /** @param part - As it was read. @param own - The same text as the writer gets it. */
  passes(part: DeltaPart, own: DeltaPart): boolean
  /** How the writer writes text of a block. */
  textFrame(own: DeltaPart): TextFrame | undefined
  /** Frames for the client, as bytes in a string. @param pieces - How many texts they hold. */
  send(frames: string, pieces: number, more: boolean): void
  /** All that was sent since the last time, in one part. */
  later(part: DeltaPart): void
  /** In milliseconds. Default `performance.now`. */
  now?: () => number
}

/** Units of text that may wait, and for how many milliseconds: whoever watches is no further behind. */
const mostWaiting = 1024
const longestWaiting = 100

// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const special = /[\\\u0000-\u001f]/
const beyondAscii = /[\u0080-\u00ff]/

interface Known {
  read: ReadFrame
  written: TextFrame
  /** With all that waits, and what is asked about. */
  part: DeltaPart
  own: DeltaPart
}

export function createPassage({ passes, textFrame, send, later, now = () => performance.now() }: PassageOptions): Passage {
  let known: Known | undefined
  /** A frame like the last one was read before it. */
  let before: string | undefined
  let waiting = ''
  let waitingPart: DeltaPart | undefined
  let waitingSince = 0

  return { push, settle, learn, forget }

  function push(bytes: Buffer, more: boolean): boolean {
    if (known === undefined) return false
    if (pass(known, bytes.toString('latin1'), more)) return true
    settle()
    known = undefined
    return false
  }

  function pass({ read, written, part, own }: Known, bytes: string, more: boolean): boolean {
    let text = ''
    let frames = ''
    let pieces = 0
    for (let from = 0; from < bytes.length; pieces++) {
      const start = from + read.before.length
      const end = bytes.indexOf('"', start)
      const next = end + read.after.length
      // Slices are compared word by word.
      if (end <= start || bytes.slice(from, start) !== read.before || bytes.slice(end, next) !== read.after) return false
      const literal = bytes.slice(start, end)
      const said = textOf(literal)
      if (said === undefined) return false
      text += said
      frames += written.before + literal + written.after
      from = next
    }
    part.text = own.text = waiting + text
    if (!passes(part, own)) return false
    const time = now()
    if (waiting === '') {
      waitingSince = time
      waitingPart = part
    }
    waiting = part.text
    send(frames, pieces, more)
    if (waiting.length > mostWaiting || time - waitingSince > longestWaiting) settle()
    return true
  }

  function settle(): void {
    if (waiting === '') return
    const text = waiting
    waiting = ''
    later({ ...waitingPart!, text })
  }

  function learn(read: ReadFrame | undefined, part: DeltaPart | undefined): void {
    settle()
    // Where one of another choice was held, this is not what came out of it.
    const isAlike = read !== undefined && read.before === before && read.part.choice === part?.choice
    before = read?.before
    known = undefined
    if (!isAlike || part === undefined) return
    const written = textFrame(part)
    if (written === undefined) return
    known = { read: eventOf(read), written: eventOf(written), part: { ...read.part }, own: { ...part } }
  }

  function forget(): void {
    settle()
    known = before = undefined
  }
}

/** As it stands in an event stream, its bytes as a string. */
const eventOf = <F extends TextFrame>(frame: F): F => ({
  ...frame,
  before: Buffer.from(`data: ${frame.before}`).toString('latin1'),
  after: Buffer.from(`${frame.after}\n\n`).toString('latin1'),
})

/** Undefined: it is written otherwise than it was read, or could be, or some of it is no UTF-8. */
function textOf(bytes: string): string | undefined {
  if (special.test(bytes)) return undefined
  if (!beyondAscii.test(bytes)) return bytes
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? undefined : text
}
