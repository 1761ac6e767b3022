import { setImmediate } from 'node:timers/promises'
import { isInTime, type Grouping } from './groups.ts'

/** Usage of a group of traces, in tokens and milliseconds. */
export interface GroupUsage {
  /** Name of the group: a model, a key, `2026-11-24`. Null for traces without a name. */
  of: string | null
  traces: number
  /** Counts reported by providers: `cached` is a part of `input`; reasoning and tool calls are a part of `output`. */
  input: number
  cached: number
  output: number
  /** Reported, or else estimated from the text. */
  reasoning: number
  /** Total that contains `reasoning`: the output if both are reported, or else an estimate of reasoning, commentary and answer. */
  written: number
  /** Traces without a reported output, which are missing in `output`. */
  unreported: number
  /** Total duration of the generations. */
  durationMs: number
}

/** Sums of tokens by group. */
export interface UsageReport {
  /** Groups in order of time, or else most reasoning first. */
  items: GroupUsage[]
  /** Sum of all groups, including those not in `items`. */
  all: Omit<GroupUsage, 'of'>
  groups: number
  /** Number of stored traces that could not be read and are not in the sums. Whether they match is unknown. Absent if there are none. */
  unreadable?: number
}

const nothing = { traces: 0, input: 0, cached: 0, output: 0, reasoning: 0, written: 0, unreported: 0, durationMs: 0 }
const figures = Object.keys(nothing) as (keyof typeof nothing)[]

/** Usage of some traces. */
export interface UsagePiece {
  rows: readonly GroupUsage[]
  /** Stable names of rows that could not be read and are not in the sums. */
  damaged?: readonly string[]
}

/**
 * Sums up the usage from a database.
 *
 * @param pieces - Pieces, which may share groups.
 * @param limit - Maximum number of groups in the report.
 * @param saw - Takes the names of damaged rows, and returns their number.
 */
export async function reportOf(
  pieces: AsyncIterable<UsagePiece>,
  grouping: Grouping,
  limit: number,
  saw: (damaged: readonly string[]) => number,
): Promise<UsageReport> {
  const groups = new Map<string | null, GroupUsage>()
  const all = { ...nothing }
  let unreadable = 0
  for await (const { rows, damaged = [] } of pieces) {
    unreadable += saw(damaged)
    for (const row of rows) {
      const group = groups.get(row.of) ?? { of: row.of, ...nothing }
      groups.set(row.of, group)
      for (const figure of figures) {
        group[figure] += row[figure]
        all[figure] += row[figure]
      }
    }
  }
  const unsorted = [...groups.values()]
  // There may be as many groups as traces, so they are sorted in several turns of the event loop.
  let items: GroupUsage[] = []
  for (let from = 0; from < unsorted.length; from += 5000) {
    if (from > 0) await setImmediate()
    items = [...items, ...unsorted.slice(from, from + 5000)].toSorted(isInTime(grouping) ? byName : mostReasoning).slice(0, limit)
  }
  return { items, all, groups: groups.size, ...(unreadable > 0 && { unreadable }) }
}

const byName = (a: GroupUsage, b: GroupUsage): number => (String(a.of) < String(b.of) ? -1 : 1)

const mostReasoning = (a: GroupUsage, b: GroupUsage): number =>
  b.reasoning - a.reasoning || b.output - a.output || b.traces - a.traces || byName(a, b)
