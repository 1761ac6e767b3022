import { isInTime, type Grouping } from './groups.ts'

/** Of the traces of one group, in tokens and milliseconds. */
export interface GroupUsage {
  /** Of what: a model, a key, `2026-11-24`. Null: traces that do not say. */
  of: string | null
  traces: number
  /** As providers reported it: `cached` is a part of `input`, reasoning and tool calls are a part of `output`. */
  input: number
  cached: number
  output: number
  /** Reported, else estimated from the text. */
  reasoning: number
  /** What `reasoning` is a part of: the output, where both are reported, else reasoning, commentary and answer as they are estimated. */
  written: number
  /** Traces without a report of their output, which `output` lacks. */
  unreported: number
  /** How long the generations took, added up. */
  durationMs: number
}

export interface UsageReport {
  /** Times in their order, all else with most reasoning first. */
  items: GroupUsage[]
  /** Of all groups, also of those that are not among `items`. */
  all: Omit<GroupUsage, 'of'>
  /** How many groups there are. */
  groups: number
  /** How many stored traces could not be read and are not in the sums: nothing says whether they fit. Absent: none. */
  unreadable?: number
}

const nothing = { traces: 0, input: 0, cached: 0, output: 0, reasoning: 0, written: 0, unreported: 0, durationMs: 0 }
const figures = Object.keys(nothing) as (keyof typeof nothing)[]

/** Sums of some traces. */
export interface UsagePiece {
  rows: readonly GroupUsage[]
  /** Rows that could not be read and are not in the sums, by names that are the same each time. */
  damaged?: readonly string[]
}

/**
 * Adds up the usage that a database found.
 *
 * @param pieces - A group may be in several of them.
 * @param limit - Most groups in the report.
 * @param saw - Takes the names of damaged rows, and returns how many they are.
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
  const items = [...groups.values()].toSorted(isInTime(grouping) ? byName : mostReasoning).slice(0, limit)
  return { items, all, groups: groups.size, ...(unreadable > 0 && { unreadable }) }
}

const byName = (a: GroupUsage, b: GroupUsage): number => (String(a.of) < String(b.of) ? -1 : 1)

const mostReasoning = (a: GroupUsage, b: GroupUsage): number =>
  b.reasoning - a.reasoning || b.output - a.output || b.traces - a.traces || byName(a, b)
