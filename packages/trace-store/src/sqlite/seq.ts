/**
 * The key of a trace in SQLite: milliseconds since 2020, then twelve bits that tell those of one millisecond apart. Lists, the index of
 * words and cursors all go by this one number, which JavaScript holds exactly.
 */
const epoch = Date.UTC(2020)
const perMs = 4096

/** Traces of one millisecond beyond 4096 spill into those after it; never further than this. */
const slackMs = 600_000

export const seqAt = (time: number): number => (time - epoch) * perMs

/** Every trace from before `time` has a smaller one. */
export const seqBound = (time: number): number => seqAt(time) + slackMs * perMs

export function firstSeq(createdAt: number, last: number): number {
  const from = seqAt(createdAt)
  // Those of one batch keep their order; another process begins somewhere else.
  return last >= from && last < from + perMs - 1 ? last + 1 : from + Math.floor(Math.random() * (perMs / 4))
}

/** Where to look for a free one, wider with each attempt. */
export function seqRange(createdAt: number, attempt: number): [from: number, width: number] {
  return [seqAt(createdAt), perMs * Math.min(2 ** attempt, slackMs)]
}
