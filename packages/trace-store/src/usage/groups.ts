import { nearest } from '@reason/core/errors'

/** Property that determines the group of a trace. `day` and `month` are in UTC. */
export type Grouping =
  | { column: 'model' | 'provider' | 'tenant' | 'session_key' | 'run_id' | 'outcome' | 'class' }
  | { metadata: string }
  | { time: 'day' | 'month' }

/** Groupings of usage. `key` and `upstream` are in the metadata that a gateway writes. */
const groupings = {
  model: { column: 'model' },
  provider: { column: 'provider' },
  tenant: { column: 'tenant' },
  team: { column: 'tenant' },
  session: { column: 'session_key' },
  run: { column: 'run_id' },
  outcome: { column: 'outcome' },
  class: { column: 'class' },
  key: { metadata: 'key' },
  upstream: { metadata: 'upstream' },
  day: { time: 'day' },
  month: { time: 'month' },
} satisfies Readonly<Record<string, Grouping>>

/** A grouping, or `metadata.NAME` for texts of an application. `team` is another name for `tenant`. */
export type UsageBy = keyof typeof groupings | `metadata.${string}`

/** Names by which `usage` can group, besides `metadata.NAME`. */
export const usageWords: readonly string[] = Object.keys(groupings)

/** Names that need no quotes in a JSON path of either database. */
const metadataName = /^metadata\.([\w-]{1,64})$/

/** @throws {TypeError} for an unknown grouping */
export function groupingOf(by: string): Grouping {
  if (Object.hasOwn(groupings, by)) return groupings[by as keyof typeof groupings]
  const [, metadata] = metadataName.exec(by) ?? []
  if (metadata !== undefined) return { metadata }
  const meant = nearest(by, usageWords)
  throw new TypeError(
    `Usage cannot be grouped by ${JSON.stringify(by)}.${meant === undefined ? '' : ` Did you mean "${meant}"?`} ` +
      `There are: ${usageWords.join(', ')} and metadata.NAME, with letters, digits, _ and - in NAME.`,
  )
}

/** Whether groups are sorted by time. Others are sorted by reasoning tokens. */
export const isInTime = (grouping: Grouping): boolean => 'time' in grouping
