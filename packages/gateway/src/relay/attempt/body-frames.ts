import type { Frame } from '@reason/core/wire'
import { createFrameDecoder, type FrameDecoder, type Framing } from '@reason/core/framing'
import { createEventStreamDecoder } from '@reason/providers-bedrock'
import { createUtf8Decoder } from './text-decoder.ts'

/** Text framings of core, and the binary frames of Amazon Bedrock. */
export type BodyFraming = Framing | 'aws-eventstream'

/** Chooses the framing by the upstream's content type. Without one, the request decides. */
export function framingOf(contentType: string | undefined, stream: boolean, usual: BodyFraming): BodyFraming {
  if (contentType === undefined) return stream ? usual : 'json'
  if (contentType.includes('text/event-stream')) return 'sse'
  if (contentType.includes('vnd.amazon.eventstream')) return 'aws-eventstream'
  // Proxies label JSON lines with the content type of a JSON document.
  return /ndjson|jsonl|json-seq/.test(contentType) || (stream && usual === 'ndjson') ? 'ndjson' : 'json'
}

/**
 * Decodes body bytes, cut at any point, into frames.
 *
 * Methods, not getters: an object with its own getter costs a hidden class each time. That class keeps all that its closures hold from
 * the young generation's collector (1.2 µs instead of 0.1 µs, and four times the memory).
 */
export interface BodyFrames {
  push(bytes: Buffer): readonly Frame[]
  end(): readonly Frame[]
  /** The last push began with a comment, which upstreams send as a keep-alive. */
  wasComment(): boolean
  /** The last push ended an event, so that the next push begins another. */
  isBetween(): boolean
}

export function createBodyFrames(framing: BodyFraming): BodyFrames {
  return framing === 'aws-eventstream' ? createBinaryFrames() : createTextFrames(framing)
}

function createBinaryFrames(): BodyFrames {
  const { push, end } = createEventStreamDecoder()
  return { push, end, wasComment: () => false, isBetween: () => false }
}

function createTextFrames(framing: Framing): BodyFrames {
  const text = createUtf8Decoder()
  const frames = framing === 'json' ? createBodyDecoder() : createFrameDecoder(framing)
  let comment = false
  let between = false
  /** The next push begins a line. */
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

/** Decodes a body that is not labelled as an event stream. Some servers label events as `text/plain` or as JSON. */
function createBodyDecoder(): FrameDecoder {
  let begun = ''
  let frames: FrameDecoder | undefined

  return {
    push(piece) {
      if (frames !== undefined) return frames.push(piece)
      // Blanks before a body mean nothing. Some servers send them while they wait.
      begun = (begun + piece).trimStart()
      return isOpen(begun) ? [] : begin().push(begun)
    },
    end: () => (frames === undefined ? [...begin().push(begun), ...frames!.end()] : frames.end()),
  }

  function begin(): FrameDecoder {
    return (frames = createFrameDecoder(eventLine.test(begun) ? 'sse' : 'json'))
  }
}

const eventLine = /^\s*(?:data|event|id|retry)?:/

/** True while the body's beginning may still become an SSE field name. */
const isOpen = (text: string): boolean =>
  ['data:', 'event:', 'id:', 'retry:'].some((name) => name.length > text.length && name.startsWith(text))
