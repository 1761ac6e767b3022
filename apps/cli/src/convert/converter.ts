import { Buffer } from 'node:buffer'
import type { Part, WireFormat, WriterOptions } from '@reason/core'
import { loadBodyEncoder } from '../framing/body-encoder.ts'
import type { BodyFraming } from '../framing/framing.ts'

/** Parts to the bytes of a body. */
export interface Converter {
  push(parts: readonly Part[]): Uint8Array
  end(): Uint8Array
}

export async function createConverter(wire: WireFormat, framing: BodyFraming, options: WriterOptions): Promise<Converter> {
  return framing === 'json' ? createWholeConverter(wire, options) : createStreamConverter(wire, framing, options)
}

function createWholeConverter(wire: WireFormat, options: WriterOptions): Converter {
  const all: Part[] = []
  return {
    push(parts) {
      for (const part of parts) all.push(part)
      return new Uint8Array()
    },
    end: () => Buffer.from(`${JSON.stringify(wire.writeResponse(all, options), null, 2)}\n`),
  }
}

async function createStreamConverter(wire: WireFormat, framing: BodyFraming, options: WriterOptions): Promise<Converter> {
  const writer = wire.createWriter(options)
  const encoder = await loadBodyEncoder(framing, wire.id)
  return {
    push: (parts) => Buffer.concat(parts.flatMap((part) => writer.push(part)).map(encoder.push)),
    end: () => Buffer.concat([...writer.end().map(encoder.push), encoder.end()]),
  }
}
