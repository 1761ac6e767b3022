import { randomFillSync } from 'node:crypto'

/** Bytes of the time, in milliseconds since 1970. The other bytes are random. */
const timeBytes = 6
const idBytes = 16
const latest = 2 ** (8 * timeBytes) - 1

/** Random bytes for many ids. Generating them for each id, or cutting digits from a UUID, would cost four times as much as the id. */
const ids = Buffer.alloc(128 * idBytes)
let next = ids.length

/** Creates an id that sorts by time, so that the index of ids grows at its end. */
export function newTraceId(createdAt: number): string {
  if (next === ids.length) {
    randomFillSync(ids)
    next = 0
  }
  const from = next
  next += idBytes
  ids.writeUIntBE(Math.min(latest, Math.max(0, Math.trunc(createdAt) || 0)), from, timeBytes)
  return `trace_${ids.toString('hex', from, next)}`
}
