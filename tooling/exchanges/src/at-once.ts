import type { Part, WireFormat } from '@reason/core'
import type { Frame, ReaderOptions, WriterOptions } from '@reason/core/wire'
import { createFrameDecoder, createFrameEncoder, type Framing } from '@reason/core/framing'

/**
 * Wraps a wire format for tests: the functions read and write whole streams and bodies, and always end the stream.
 *
 * @param framing - Framing of a streamed body.
 */
export function atOnce(wire: WireFormat, framing: Framing = 'sse') {
  return { read, readFrames, readText, readBody, write, writeText, writeValues, throughStream, throughBody }

  /** Reads events as an SDK yields them. */
  function read(events: readonly unknown[], options: ReaderOptions = {}): Part[] {
    const reader = wire.createReader(options)
    return [...events.flatMap((event) => reader.push(event)), ...reader.end()]
  }

  function readFrames(frames: readonly Frame[], options: ReaderOptions = {}): Part[] {
    const reader = wire.createReader(options)
    return [...frames.flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
  }

  function readText(text: string, options: ReaderOptions = {}): Part[] {
    const decoder = createFrameDecoder(framing)
    return readFrames([...decoder.push(text), ...decoder.end()], options)
  }

  function readBody(body: unknown, options: ReaderOptions = {}): readonly Part[] {
    return wire.readResponse(body, options)
  }

  function write(parts: Iterable<Part>, options: WriterOptions = {}): Frame[] {
    const writer = wire.createWriter(options)
    return [...[...parts].flatMap((part) => writer.push(part)), ...writer.end()]
  }

  function writeText(parts: Iterable<Part>, options: WriterOptions = {}): string {
    const encoder = createFrameEncoder(framing)
    return write(parts, options)
      .map((frame) => encoder.push(frame))
      .concat(encoder.end())
      .join('')
  }

  /** Writes parts, and returns the data of the frames: parsed JSON, or `[DONE]`. */
  function writeValues(parts: Iterable<Part>, options: WriterOptions = {}): unknown[] {
    return write(parts, options).map(({ data }) => (data === '[DONE]' ? data : (JSON.parse(data) as unknown)))
  }

  /** Writes parts as a stream, and reads them again as from this source. */
  function throughStream(parts: Iterable<Part>, options: WriterOptions = {}, source: ReaderOptions = {}): Part[] {
    return readText(writeText(parts, options), source)
  }

  /** Writes parts as a body, and reads them again as from this source. */
  function throughBody(parts: Iterable<Part>, options: WriterOptions = {}, source: ReaderOptions = {}): readonly Part[] {
    return readBody(JSON.parse(JSON.stringify(wire.writeResponse(parts, options))), source)
  }
}
