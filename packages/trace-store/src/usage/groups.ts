import { nearest } from '@reason/core/errors'

/** What of a trace says to which group it belongs. `day` and `month` are of its time, in UTC. */
export type Grouping =
  | { column: 'model' | 'provider' | 'tenant' | 'session_key' | 'run_id' | 'outcome' | 'class' }
  | { metadata: string }
  | { time: 'day' | 'month' }

/** What usage can be asked by. `key` and `upstream` are what a gateway writes into the metadata. */
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

/** A word of these, or `metadata.NAME` for texts that an app keeps there itself. `team` is another word for `tenant`. */
export type UsageBy = keyof typeof groupings | `metadata.${string}`

export const usageWords: readonly string[] = Object.keys(groupings)

/** Which a path in JSON can name in either database without quotes. */
const metadataName = /^metadata\.([\w-]{1,64})$/

/** @throws {TypeError} on a word that there is not */
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

/** Times come in their order, and all else by how much was thought. */
export const isInTime = (grouping: Grouping): boolean => 'time' in grouping
