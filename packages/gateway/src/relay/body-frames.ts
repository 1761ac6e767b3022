import type { Frame } from '@reason/core/wire'
import { createFrameDecoder, type FrameDecoder, type Framing } from '@reason/core/framing'
import { createEventStreamDecoder } from '@reason/providers-bedrock'
import { createUtf8Decoder } from './text-decoder.ts'

/** Text in one of the framings of core, or the binary frames of Amazon Bedrock. */
export type BodyFraming = Framing | 'aws-eventstream'

/** What an upstream says it sends; where it says nothing, what was asked for. */
export function framingOf(contentType: string | undefined, stream: boolean, usual: BodyFraming): BodyFraming {
  if (contentType === undefined) return stream ? usual : 'json'
  if (contentType.includes('text/event-stream')) return 'sse'
  if (contentType.includes('vnd.amazon.eventstream')) return 'aws-eventstream'
  // Proxies call lines of JSON what they call a document.
  return /ndjson|jsonl|json-seq/.test(contentType) || (stream && usual === 'ndjson') ? 'ndjson' : 'json'
}

/** Bytes of a body to frames, however they are cut. Methods, no getters: see `Translation`. */
export interface BodyFrames {
  push(bytes: Buffer): readonly Frame[]
  end(): readonly Frame[]
  /** What was pushed last begins with a comment: an upstream's way of saying that it is still there. */
  wasComment(): boolean
  /** Text whose next event begins with what is pushed next. */
  isBetween(): boolean
}

export function createBodyFrames(framing: BodyFraming): BodyFrames {
  return framing === 'aws-eventstream' ? createBinaryFrames() : createTextFrames(framing)
}

function createBinaryFrames(): BodyFrames {
  const { push, end } = createEventStreamDecoder()
  // It keeps the beginning of a frame.
  return { push: (bytes) => push(Buffer.from(bytes)), end, wasComment: () => false, isBetween: () => false }
}

function createTextFrames(framing: Framing): BodyFrames {
  const text = createUtf8Decoder()
  const frames = framing === 'json' ? createBodyDecoder() : createFrameDecoder(framing)
  let comment = false
  let between = false
  /** What is pushed next begins a line. */
  let onNewLine = framing === 'sse'

  return {
    push(bytes) {
      const piece = text.write(bytes)
      between = framing === 'sse' && piece.endsWith('\n\n')
      comment = onNewLine && piece.startsWith(':')
      onNewLine = framing === 'sse' && (piece.endsWith('\n') || piece.endsWith('\r'))
      return frames.push(piece)
    },
    end: () => [...frames.push(text.end()), ...frames.end()],
    wasComment: () => comment,
    isBetween: () => between,
  }
}

/** For a body of another content type than that of events: some servers send events as `text/plain`, or as JSON. */
function createBodyDecoder(): FrameDecoder {
  let begun = ''
  let frames: FrameDecoder | undefined

  return {
    push(piece) {
      if (frames !== undefined) return frames.push(piece)
      begun += piece
      return isOpen(begun.trimStart()) ? [] : begin().push(begun)
    },
    end: () => (frames === undefined ? [...begin().push(begun), ...frames!.end()] : frames.end()),
  }

  function begin(): FrameDecoder {
    return (frames = createFrameDecoder(eventLine.test(begun) ? 'sse' : 'json'))
  }
}

const eventLine = /^\s*(?:data|event|id|retry)?:/

/** Whether what a body begins with may yet become the name of a field of events. */
const isOpen = (text: string): boolean =>
  ['data:', 'event:', 'id:', 'retry:'].some((name) => name.length > text.length && name.startsWith(text))
