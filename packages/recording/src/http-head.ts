import { Buffer } from 'node:buffer'
import { ReasonError } from '@reason/core'
import { endsInMark, isUtf16 } from './binary.ts'
import { chain } from './chain.ts'
import { createHeadReader } from './http-head-reader.ts'
import { createTextDecoder } from './text-decoder.ts'
import type { BodyFraming } from './framing.ts'

/** The head of HTTP above a recorded body, as `curl -i` saves it. */
export interface HttpHead {
  status: number
  /** Framing from the content type. Absent if the type implies none. */
  framing?: BodyFraming
}

export interface RecordedBody {
  /** The last head of several (a proxy, `100 Continue`, redirections). Absent if the input has none. */
  head?: HttpHead
  /** The bytes after the head. */
  bytes: AsyncGenerator<Uint8Array, void, void>
}

/** Maximum size of all heads, in bytes. Servers accept no longer ones. */
const mostBytes = 256 * 1024

/**
 * Removes the heads of HTTP from the beginning of an input. Input that cannot become a head is passed on at once.
 *
 * @param source - Bytes in pieces of any size, such as a read stream.
 * @param name - Name of the input, for messages.
 * @throws {ReasonError} `REASON_INVALID_INPUT`, while `bytes` are read, if the body still has its chunk framing.
 */
export async function openBody(source: AsyncIterable<Uint8Array>, name: string): Promise<RecordedBody> {
  const input = chain([], source)
  const pieces: Uint8Array[] = []
  const heads = createHeadReader()
  let length = 0
  let decode: ((bytes: Uint8Array) => string) | undefined
  let begin = Buffer.alloc(0)
  for (let next = await input.next(); next.done !== true; next = await input.next()) {
    pieces.push(next.value)
    length += next.value.length
    if (decode !== undefined) heads.push(decode(next.value))
    else {
      begin = Buffer.concat([begin, next.value])
      if (begin.length === 0 || endsInMark(begin)) continue
      decode = decoderFor(begin)
      heads.push(decode(begin))
    }
    if (heads.found.isWhole || length > mostBytes) break
  }
  const { end, last } = heads.found
  if (last === undefined) return { bytes: chain(pieces, input) }
  const bytes = isUtf16(begin) ? asUtf8(chain(pieces, input), end) : chain([Buffer.concat(pieces).subarray(end)], input)
  const { status, fields } = last
  const type = fields.get('content-type') ?? ''
  const framing = framings.find(([pattern]) => pattern.test(type))?.[1]
  const opened = { head: { status, ...(framing !== undefined && { framing }) }, bytes }
  return fields.get('transfer-encoding')?.toLowerCase().includes('chunked') ? { ...opened, bytes: withoutChunks(bytes, name) } : opened
}

/** Creates a decoder for the heads. A byte is a character, except in UTF-16. */
function decoderFor(begin: Uint8Array): (bytes: Uint8Array) => string {
  if (!isUtf16(begin)) return (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const decoder = createTextDecoder()
  return (bytes) => decoder.push(bytes)
}

const framings: readonly [type: RegExp, framing: BodyFraming][] = [
  [/^text\/event-stream/i, 'sse'],
  [/^application\/(?:x-)?(?:ndjson|jsonl|json-lines)/i, 'ndjson'],
  [/^application\/vnd\.amazon\.eventstream/i, 'aws-eventstream'],
  [/^application\/(?:[\w.-]+\+)?json/i, 'json'],
]

/** @param from - Count of characters to drop at the beginning. */
async function* asUtf8(input: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Uint8Array, void, void> {
  const decoder = createTextDecoder()
  let left = from
  for await (const piece of input) yield* rest(decoder.push(piece))
  yield* rest(decoder.end())

  function* rest(text: string): Generator<Uint8Array> {
    const skipped = Math.min(left, text.length)
    left -= skipped
    if (skipped < text.length) yield Buffer.from(text.slice(skipped))
  }
}

/** Rejects a body with chunk framing. `curl` removes the framing but keeps its header; with `--raw` the framing stays. */
async function* withoutChunks(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array, void, void> {
  let start = ''
  for await (const piece of bytes) {
    if (start.length < 20) start += Buffer.from(piece).toString('latin1', 0, 20)
    if (/^[\da-f]+(?:;[^\r\n]*)?\r\n/i.test(start)) {
      throw new ReasonError(
        'REASON_INVALID_INPUT',
        `${name} has its body in chunks, as they were sent (curl --raw). Record it without --raw.`,
      )
    }
    yield piece
  }
}
