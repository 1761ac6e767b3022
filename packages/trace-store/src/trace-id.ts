import { randomFillSync } from 'node:crypto'

/** Of milliseconds since 1970, then of chance. */
const timeBytes = 6
const idBytes = 16
const latest = 2 ** (8 * timeBytes) - 1

/** Of many ids to come: bytes for each by themselves, or hex digits cut out of a UUID, cost four times as much as an id does. */
const ids = Buffer.alloc(128 * idBytes)
let next = ids.length

/** Sorts by time, so that the index of ids grows at its end. */
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
