import { endsOf, follow, nothingOpen } from './joining/open-parts.ts'
import { noParts, type Count, type FinishPart, type Part, type Usage } from './parts.ts'
import { renumber, type PartNumbers } from './joining/renumber.ts'

/**
 * Joins several attempts into one generation, such as a retry with less thinking, or an answer that is continued after its reasoning was cut. Block and
 * call numbers continue, usage adds up, and the generation starts, finishes and ends once.
 *
 *   attempt 1   start ─ reasoning 0 ─ finish (held) ─ end (held)
 *                                     └── next() ──▶ left out
 *   attempt 2   (start) ─ reasoning 0→1 ─ answer 1→2 ─ finish (held) ─ end (held)
 *                                                      └── conclude() ──▶ out
 *
 * Supports requests of one choice.
 */
export interface Attempts {
  /**
   * Adds a part of the running attempt. Holds its finish and all later parts until the attempt is concluded, except usage, which always counts.
   */
  push(part: Part): readonly Part[]
  /** How the running attempt finished. Undefined before that. */
  finish(): FinishPart | undefined
  /** Starts the next attempt: ends open blocks and calls, and drops held parts. */
  next(): readonly Part[]
  /** Concludes the last attempt, and returns the held parts. */
  conclude(): readonly Part[]
}

export function createAttempts(): Attempts {
  let offset: PartNumbers = { blocks: 0, calls: 0 }
  const used: PartNumbers = { blocks: 0, calls: 0 }
  let open = nothingOpen()
  let held: Part[] = []
  let finished: FinishPart | undefined
  let first = true
  /** Usage of the finished attempts, and of the running one. */
  let before: Usage | undefined
  let latest: Usage | undefined

  return { push, finish: () => finished, next, conclude }

  function push(part: Part): readonly Part[] {
    if (part.type === 'start' && !first) return noParts
    const ours = count(renumber(part, offset))
    if (ours.type === 'usage' || (finished === undefined && ours.type !== 'finish' && ours.type !== 'end')) return [ours]
    if (ours.type === 'finish') finished = ours
    held.push(ours)
    return noParts
  }

  function count(part: Part): Part {
    follow(open, part)
    switch (part.type) {
      case 'block-start':
        used.blocks = Math.max(used.blocks, part.block + 1)
        return part
      case 'tool-call-start':
        used.calls = Math.max(used.calls, part.call + 1)
        return part
      case 'usage':
        latest = part.usage
        return before === undefined ? part : { ...part, usage: addUsage(before, part.usage) }
      default:
        return part
    }
  }

  function next(): readonly Part[] {
    const ends = endsOf(open)
    open = nothingOpen()
    if (latest !== undefined) before = before === undefined ? latest : addUsage(before, latest)
    latest = undefined
    held = []
    finished = undefined
    first = false
    offset = { ...used }
    return ends
  }

  function conclude(): readonly Part[] {
    const parts = held
    held = []
    // The last attempt reported no usage, but the usage of the earlier attempts still counts.
    if (latest !== undefined || before === undefined) return parts
    const at = parts.findIndex(({ type }) => type === 'end')
    return parts.toSpliced(at === -1 ? parts.length : at, 0, { type: 'usage', usage: before })
  }
}

/** Adds the usage of two attempts. A count that only one of them reports becomes an estimate of the whole. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Usage = { raw: [...rawOf(one), ...rawOf(other)] }
  for (const key of ['input', 'output', 'reasoning', 'cached', 'total'] as const) {
    const count = addCount(one[key], other[key])
    if (count !== undefined) sum[key] = count
  }
  return sum
}

const rawOf = ({ raw }: Usage): unknown[] => (Array.isArray(raw) ? raw : [raw])

function addCount(one: Count | undefined, other: Count | undefined): Count | undefined {
  if (one === undefined || other === undefined) {
    const known = one ?? other
    return known === undefined ? undefined : { ...known, source: known.source === 'reported' ? 'estimated' : known.source }
  }
  const sources = new Set([one.source, other.source])
  const source = sources.has('implausible') ? 'implausible' : sources.has('estimated') ? 'estimated' : 'reported'
  return { value: one.value + other.value, source }
}
