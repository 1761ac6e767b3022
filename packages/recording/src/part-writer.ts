import { Buffer } from 'node:buffer'
import type { Part, WireFormat } from '@reason/core'
import type { WriterOptions } from '@reason/core/wire'
import type { BodyEncoder } from './body-encoder.ts'

/** Writes parts as the bytes of a body. */
export interface PartWriter {
  push(parts: readonly Part[]): Uint8Array
  end(): Uint8Array
}

/** Creates a writer for a whole response: one JSON document, which `end` gives. */
export function createDocumentWriter(wire: WireFormat, options: WriterOptions): PartWriter {
  const all: Part[] = []
  return {
    push(parts) {
      for (const part of parts) all.push(part)
      return new Uint8Array()
    },
    end: () => Buffer.from(`${JSON.stringify(wire.writeResponse(all, options), null, 2)}\n`),
  }
}

export function createStreamWriter(wire: WireFormat, encoder: BodyEncoder, options: WriterOptions): PartWriter {
  const writer = wire.createWriter(options)
  return {
    push: (parts) => Buffer.concat(parts.flatMap((part) => writer.push(part)).map(encoder.push)),
    end: () => Buffer.concat([...writer.end().map(encoder.push), encoder.end()]),
  }
}
