import { StringDecoder } from 'node:string_decoder'
import { createPipeline, noParts, type Part, type ReaderOptions, type Resolution, type StreamContext, type WireFormat } from '@reason/core'
import { createFrameDecoder, type Framing } from '@reason/core/framing'
import { withoutHiddenNatives } from './natives.ts'

/** Bytes of an upstream to parts that a client may have. Synchronous: what a read brings is out when `push` returns. */
export interface Translation {
  /** @throws {TooLargeError} When a single event, or a whole body, is longer than allowed. */
  push(bytes: Buffer): readonly Part[]
  /** The upstream's body is over. */
  end(): readonly Part[]
  /** It broke off. What was held is released, and the error is the last that is said. */
  fail(message: string, code: string): readonly Part[]
  /** The time for holding text of an unknown format has run out. */
  decide(): readonly Part[]
  readonly undecided: boolean
  /** The last read was a comment: an upstream's way of saying that it is still there. */
  readonly idle: boolean
}

export interface TranslationOptions {
  wire: WireFormat
  resolution: Resolution
  context: StreamContext
  reader: ReaderOptions
  framing: Framing
  limit: number
}

export class TooLargeError extends Error {}

export function createTranslation({ wire, resolution, context, reader: readerOptions, framing, limit }: TranslationOptions): Translation {
  const { adapter } = resolution
  const splits = adapter.id !== 'plain'
  const text = new StringDecoder('utf8')
  const frames = createFrameDecoder(framing)
  const reader = wire.createReader(readerOptions)
  const pipeline = createPipeline({
    ...(splits && { split: { adapter, context: { ...resolution.context, ...context } } }),
    policies: [withoutHiddenNatives(splits)],
  })
  /** Bytes since the last whole event. */
  let open = 0
  let idle = false

  return {
    push(bytes) {
      const piece = text.write(bytes)
      const found = frames.push(piece)
      idle = found.length === 0 && piece.startsWith(':')
      open = found.length === 0 ? open + bytes.length : 0
      if (open > limit) throw new TooLargeError(`more than ${limit} bytes without an end`)
      return found.length === 0 ? noParts : throughAll(found.map((frame) => reader.pushFrame(frame)))
    },
    end: () => throughAll([...frames.push(text.end()), ...frames.end()].map((frame) => reader.pushFrame(frame)).concat([reader.end()])),
    fail(message, code) {
      const ending = reader.end()
      // Before the last part, `end`, and after what held the text back: a client stops reading at an error.
      return throughAll([ending.slice(0, -1), [{ type: 'error', error: { message, code } }], ending.slice(-1)])
    },
    decide: () => pipeline.decide('timeout'),
    get undecided() {
      return pipeline.undecided
    },
    get idle() {
      return idle
    },
  }

  function throughAll(read: readonly (readonly Part[])[]): readonly Part[] {
    const out: Part[] = []
    for (const parts of read) for (const part of parts) out.push(...pipeline.push(part))
    return out
  }
}
