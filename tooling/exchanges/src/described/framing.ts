import { crc32 } from 'node:zlib'
import type { Json, Served } from './answer.ts'

export const json = (value: unknown, status = 200): Served => ({
  status,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
})

/** Server-sent events. */
export const events = (lines: readonly string[]): Served => ({ type: 'text/event-stream', body: Buffer.from(lines.join('')) })

export const data = (value: Json): string => `data: ${JSON.stringify(value)}\n\n`

/** An event whose name is also its `type`. */
export const typed = (value: Json & { type: string }): string => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

export const done = 'data: [DONE]\n\n'

/** A line of JSON for each event. */
export const lines = (values: readonly Json[]): Served => ({
  type: 'application/x-ndjson',
  body: Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join('')),
})

export interface AmazonEvent {
  kind?: 'event' | 'exception'
  name: string
  payload: Json
}

/** Amazon's event stream: binary messages with two checksums each. */
export const amazonStream = (values: readonly AmazonEvent[]): Served => ({
  type: 'application/vnd.amazon.eventstream',
  body: Buffer.concat(values.map(amazonMessage)),
})

function amazonMessage({ kind = 'event', name, payload }: AmazonEvent): Buffer {
  const headers = Buffer.concat([
    header(kind === 'event' ? ':event-type' : ':exception-type', name),
    header(':content-type', 'application/json'),
    header(':message-type', kind),
  ])
  const body = Buffer.from(JSON.stringify(payload))
  // Prelude and both checksums are four-byte numbers: 8 + 4 before the headers, 4 behind the payload.
  const prelude = Buffer.concat([uint32(12 + headers.length + body.length + 4), uint32(headers.length)])
  const message = Buffer.concat([prelude, uint32(crc32(prelude)), headers, body])
  return Buffer.concat([message, uint32(crc32(message))])
}

function header(name: string, value: string): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)]
  const stringType = 7
  return Buffer.concat([Buffer.from([key.length]), key, Buffer.from([stringType, text.length >> 8, text.length & 255]), text])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
