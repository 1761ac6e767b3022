import type { Part, TextAdapter, WireFormat } from '@reason/core'
import { createSplitStage } from '@reason/core/pipeline'
import type { Frame, ReaderOptions, WireReader } from '@reason/core/wire'
import { createFrameDecoder, framings, type Framing } from '@reason/core/framing'
import type { Capture } from './capture.ts'

/** Decodes body bytes into frames, or into events that are already values. */
export interface BodyDecoder {
  push(bytes: Uint8Array): readonly (Frame | { value: unknown })[]
  end(): readonly (Frame | { value: unknown })[]
}

export interface CaptureReadOptions {
  /** Splits the answer if the capture has tags in it. */
  adapter?: TextAdapter
  /** Decoder for formats that core does not frame. Undefined: the format is unknown. */
  decoder?: (format: string) => BodyDecoder | undefined
  /** Overrides the capture's source. */
  reader?: ReaderOptions
}

/** Reads the parts of a body from these pieces. */
export function readPieces(wire: WireFormat, capture: Capture, pieces: readonly Uint8Array[], options: CaptureReadOptions): Part[] {
  const reader = wire.createReader({ ...capture.source, ...options.reader })
  const decoder = options.decoder?.(capture.format) ?? textDecoder(capture.format)
  const parts: Part[] = []
  const read = (units: ReturnType<BodyDecoder['push']>) => {
    for (const unit of units) parts.push(...feed(reader, unit))
  }
  for (const piece of pieces) read(decoder.push(piece))
  read(decoder.end())
  parts.push(...reader.end())
  return split(parts, options.adapter)
}

/** Reads the parts of a body that is one document. */
export function readResponse(wire: WireFormat, capture: Capture, body: Uint8Array, options: CaptureReadOptions): Part[] {
  const document: unknown = JSON.parse(new TextDecoder().decode(body))
  return split(wire.readResponse(document, { ...capture.source, ...options.reader }), options.adapter)
}

const feed = (reader: WireReader, unit: Frame | { value: unknown }): readonly Part[] =>
  'value' in unit ? reader.push(unit.value) : reader.pushFrame(unit)

function split(parts: readonly Part[], adapter: TextAdapter | undefined): Part[] {
  if (adapter === undefined) return [...parts]
  const stage = createSplitStage({ adapter })
  return parts.flatMap((part) => stage.push(part))
}

function textDecoder(format: string): BodyDecoder {
  const utf8 = new TextDecoder()
  if (!isFraming(format)) {
    throw new TypeError(
      `Bodies in the format "${format}" are not framed by core. Give the option decoder (core knows ${framings.join(', ')}).`,
    )
  }
  const frames = createFrameDecoder(format)
  return {
    push: (bytes) => frames.push(utf8.decode(bytes, { stream: true })),
    end: () => [...frames.push(utf8.decode()), ...frames.end()],
  }
}

const isFraming = (format: string): format is Framing => (framings as readonly string[]).includes(format)
