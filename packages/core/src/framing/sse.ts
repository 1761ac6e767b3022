import { createParser } from 'eventsource-parser'
import type { FrameDecoder } from './decoder.ts'
import type { Frame } from './frame.ts'
import { createWholeDecoder } from './whole.ts'

/**
 * Decodes Server-Sent Events. Unlike the standard, loses nothing:
 * - A body cut inside its last event still yields that event, incomplete.
 * - `error: {…}`, a field that older llama-servers write and a conforming reader ignores, becomes an event named `error`.
 * - Events with only one line end between them, as some servers write them, are separated where their data cannot be one document.
 * - A body that is a JSON document (the server answered a streaming request with an error) is one frame.
 */
export function createSseDecoder(): FrameDecoder {
  let frames: Frame[] = []
  // The parser discards a partial line whose field it does not know, so it gets whole lines only.
  let line: string[] = []
  let begun = false
  let document: FrameDecoder | undefined
  /** The text so far ends with an empty line, so no event and no line is open. */
  let between = false
  /** The last text that the parser got, which may end an object. */
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
      // Fast path for nearly every read: whole events, of one line each.
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
    // Searching a pattern takes several times as long as searching a string.
    const separated = (all.includes('\ndata:') ? all.replaceAll(unseparated, '$&\n') : all).slice(ends.length)
    // A line may have megabytes. A line contains no line end, so only its beginning is examined, and its pieces are joined once.
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

/** End of an object, followed by a data line that begins another object, or that ends the stream. */
const unseparated = /\}\r?\n(?=data: ?(?:\{|\[DONE\]))/g
const objectEnds = /\}\r?\n$/
const dataBegins = /^data: ?(?:\{|\[DONE\])/

const lastUnits = (piece: string): string => piece.slice(-3)

function firstUnits(pieces: readonly string[]): string {
  let units = ''
  for (let index = 0; index < pieces.length && units.length < 16; index++) units += pieces[index]!.slice(0, 16)
  return units
}

/** Returns the frames of whole single-line events. Undefined if the text contains anything else. */
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

/** Encodes one event. Line ends inside the data begin further `data:` lines. */
export function encodeSse({ event, data }: Frame): string {
  const head = event === undefined ? 'data: ' : `event: ${event}\ndata: `
  const text = `${head}${data}\n\n`
  // A search copies a text that was put together. The whole text is searched, so that megabytes are copied once.
  if (text.indexOf('\n', head.length) === text.length - 2 && !text.includes('\r')) return text
  return `${head}${data.split(/\r\n|\r|\n/).join('\ndata: ')}\n\n`
}
