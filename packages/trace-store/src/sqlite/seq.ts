/**
 * The key of a trace in SQLite: milliseconds since 2020, then twelve bits to distinguish traces of the same millisecond. It orders lists, the full-text index
 * and cursors, and is an exact number in JavaScript.
 */
const epoch = Date.UTC(2020)
const perMs = 4096

/** Maximum distance in milliseconds to which the traces of one millisecond beyond 4096 spill. */
const slackMs = 600_000

export const seqAt = (time: number): number => (time - epoch) * perMs

/** Exclusive upper bound of the keys of all traces before `time`. */
export const seqBound = (time: number): number => seqAt(time) + slackMs * perMs

export function firstSeq(createdAt: number, last: number): number {
  const from = seqAt(createdAt)
  // Traces of a batch keep their order. Other processes start at another number.
  return last >= from && last < from + perMs - 1 ? last + 1 : from + Math.floor(Math.random() * (perMs / 4))
}

/** Range to search for a free key, wider with each attempt. */
export function seqRange(createdAt: number, attempt: number): [from: number, width: number] {
  return [seqAt(createdAt), perMs * Math.min(2 ** attempt, slackMs)]
}
