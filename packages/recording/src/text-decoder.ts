import { TextDecoder } from 'node:util'

/** Decodes bytes to text, piece by piece. */
export interface StreamingTextDecoder {
  push(bytes: Uint8Array): string
  end(): string
}

/**
 * Creates a decoder that joins characters cut between two pieces. A byte order mark is dropped, and UTF-16 with one is read as
 * such, because PowerShell's `>` writes it. Invalid bytes become U+FFFD.
 */
export function createTextDecoder(): StreamingTextDecoder {
  let head: Uint8Array = new Uint8Array()
  let decoder: TextDecoder | undefined

  return {
    push(bytes) {
      if (decoder !== undefined) return decoder.decode(bytes, { stream: true })
      head = head.length === 0 ? bytes : Uint8Array.from([...head, ...bytes])
      // Two bytes are needed to recognise the mark of UTF-16.
      if (head.length < 2) return ''
      decoder = new TextDecoder(encodingOf(head))
      return decoder.decode(head, { stream: true })
    },
    end: () => (decoder === undefined ? new TextDecoder().decode(head) : decoder.decode()),
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return 'utf-8'
}
