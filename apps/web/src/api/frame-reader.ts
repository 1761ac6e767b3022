import type { StreamedEvent } from './event-stream.ts'

/**
 * Parses server-sent events from text that may be cut anywhere. Takes linear time, even for lines of megabytes, because it collects the pieces of a line in a
 * list.
 */
export function createFrameReader(): { push(text: string): StreamedEvent[] } {
  let pieces: string[] = []
  let event = ''
  let data: string[] = []
  let endedWithReturn = false

  return { push }

  function push(text: string): StreamedEvent[] {
    const events: StreamedEvent[] = []
    // A line feed that belongs to the carriage return of the previous piece.
    let start = endedWithReturn && text.startsWith('\n') ? 1 : 0
    if (text !== '') endedWithReturn = text.endsWith('\r')
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
      if (index < start) continue
      pieces.push(text.slice(start, index))
      line(pieces.length === 1 ? pieces[0]! : pieces.join(''), events)
      pieces = []
      start = index + end.length
    }
    if (start < text.length) pieces.push(text.slice(start))
    return events
  }

  function line(text: string, events: StreamedEvent[]): void {
    if (text === '') {
      if (data.length > 0) events.push({ event, data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    const name = colon === -1 ? text : text.slice(0, colon)
    const value = colon === -1 ? '' : text.slice(text.startsWith(' ', colon + 1) ? colon + 2 : colon + 1)
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
  }
}
