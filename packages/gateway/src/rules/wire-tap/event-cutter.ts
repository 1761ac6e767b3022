/** End of an event: a blank line (server-sent events), any line (NDJSON), or only the end of the body. */
export type EventEnd = 'blank-line' | 'line' | 'body'

export interface Cut {
  bytes: Buffer
  /** Events that are complete with these bytes, as received but without the line breaks around them. */
  events: readonly string[]
}

export interface EventCutter {
  /** Returns the same bytes, cut after each event. */
  push(bytes: Buffer): Cut[]
  /** The bytes after the last event. Undefined: none. */
  rest(): string | undefined
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Cuts bytes into events. The input may be cut anywhere, even inside a character or a line break. */
export function createEventCutter(end: EventEnd): EventCutter {
  /** Bytes of the open event. */
  let open: Buffer[] = []
  let isLineEmpty = true
  let afterReturn = false

  return {
    push(bytes) {
      const cuts: Cut[] = []
      let from = 0
      for (let at = 0; at < bytes.length && end !== 'body'; at++) {
        if (!endsAt(bytes[at]!)) continue
        // A line feed after a carriage return belongs to the same line break.
        const to = bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : at + 1
        cuts.push(cut(bytes.subarray(from, to)))
        from = to
      }
      if (from < bytes.length) {
        open.push(Buffer.from(bytes.subarray(from)))
        cuts.push({ bytes: bytes.subarray(from), events: [] })
      }
      return cuts
    },
    rest() {
      const text = textOf(open)
      open = []
      return text === '' ? undefined : text
    },
  }

  function cut(bytes: Buffer): Cut {
    const text = textOf([...open, bytes])
    open = []
    return { bytes, events: text === '' ? [] : [text] }
  }

  /** True if the line that this byte ends also ends an event. */
  function endsAt(byte: number): boolean {
    const isSecondHalf = byte === lineFeed && afterReturn
    afterReturn = byte === carriageReturn
    if (isSecondHalf) return false
    if (byte !== lineFeed && byte !== carriageReturn) {
      isLineEmpty = false
      return false
    }
    const isEnd = end === 'line' || isLineEmpty
    isLineEmpty = true
    return isEnd
  }
}

const textOf = (pieces: readonly Buffer[]): string =>
  Buffer.concat(pieces)
    .toString('utf8')
    .replaceAll(/^[\r\n]+|(?<![\r\n])[\r\n]+$/g, '')
