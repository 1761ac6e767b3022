import { createParser } from 'eventsource-parser'
import type { FrameDecoder } from './decoder.ts'
import type { Frame } from './frame.ts'
import { createWholeDecoder } from './whole.ts'

/**
 * Server-Sent Events. Beyond the standard, nothing is lost:
 * - a body cut inside its last event still gives that event, as far as it came;
 * - `error: {…}`, a field that older llama-servers write and a conforming reader ignores, is an event named `error`;
 * - events with one line end between them, as some servers write them, are events of their own where their data cannot be one document;
 * - a body that is a JSON document after all (the server answered a streaming request with an error) is one frame.
 */
export function createSseDecoder(): FrameDecoder {
  let frames: Frame[] = []
  // The parser throws away a partial line that is no field it knows, so it is given whole lines.
  let line: string[] = []
  let begun = false
  let document: FrameDecoder | undefined
  /** The text so far ends with an empty line: nothing of an event is open, and nothing of a line. */
  let between = false
  /** What the parser got last: the end of an object, maybe. */
  let before = ''
  const parser = createParser({
    onEvent: ({ event, data }) => frames.push(event === undefined ? { data } : { event, data }),
    onError: ({ type, field, value }) => {
      if (type === 'unknown-field' && field === 'error' && value) frames.push({ event: 'error', data: value })
    },
  })

  return {
    push(text) {
      if (!begun) begin(text)
      if (document !== undefined) return document.push(text)
      // Nearly every read: whole events, of one line each.
      const plain = between ? plainEvents(text) : undefined
      if (plain !== undefined) return plain
      between = text.endsWith('\n\n')
      const to = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
      if (to > 0) feed(text.slice(0, to))
      if (to < text.length) line.push(text.slice(to))
      return take()
    },
    end() {
      if (document !== undefined) return document.end()
      feed('\n\n')
      return take()
    },
  }

  /** No line of an event stream begins like a JSON object or array. */
  function begin(text: string): void {
    const first = text.trimStart().charAt(0)
    begun = first !== ''
    if (first === '{' || first === '[') document = createWholeDecoder()
  }

  function feed(text: string): void {
    const ends = line.length === 0 ? before : line.slice(-3).map(lastUnits).join('').slice(-3)
    const all = ends + text
    // A pattern is looked for several times as long as a text.
    const separated = (all.includes('\ndata:') ? all.replaceAll(unseparated, '$&\n') : all).slice(ends.length)
    // A line may have megabytes. It has no line end in it, so that nothing is looked for but what it begins with, and it is joined once.
    const isNext = line.length > 0 && objectEnds.test(before) && dataBegins.test(firstUnits(line) + text.slice(0, 16))
    parser.feed(line.length === 0 ? separated : [isNext ? '\n' : '', ...line, separated].join(''))
    before = all.slice(-3)
    line = []
  }

  function take(): Frame[] {
    const taken = frames
    frames = []
    return taken
  }
}

/** The end of an object, and a line of data behind it that begins another, or ends the stream. */
const unseparated = /\}\r?\n(?=data: ?(?:\{|\[DONE\]))/g
const objectEnds = /\}\r?\n$/
const dataBegins = /^data: ?(?:\{|\[DONE\])/

const lastUnits = (piece: string): string => piece.slice(-3)

function firstUnits(pieces: readonly string[]): string {
  let units = ''
  for (let index = 0; index < pieces.length && units.length < 16; index++) units += pieces[index]!.slice(0, 16)
  return units
}

/** Undefined: there is something else in it. */
function plainEvents(text: string): Frame[] | undefined {
  if (!text.endsWith('\n\n') || text.includes('\r')) return undefined
  const frames: Frame[] = []
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from)
    if (!text.startsWith('data: ', from) || text.charCodeAt(end + 1) !== lineFeed) return undefined
    frames.push({ data: text.slice(from + 6, end) })
    from = end + 2
  }
  return frames
}

const lineFeed = 10

/** One event as it goes over the network. Line ends inside the data become `data:` lines of their own. */
export function encodeSse({ event, data }: Frame): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  const lines = data.includes('\n') || data.includes('\r') ? data.split(/\r\n|\r|\n/).join('\ndata: ') : data
  return `${name}data: ${lines}\n\n`
}
