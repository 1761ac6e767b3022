import type { RawBuilder } from 'kysely'

/** What SQLite and PostgreSQL each say in words of their own. */
export interface Expressions {
  /** A time, as columns have it. @param ms - Unix milliseconds. */
  moment(ms: number): number
  /** The UTC day or month of a trace: `2026-11-24`, `2026-11`. */
  period(unit: 'day' | 'month'): RawBuilder<string>
  /** What a provider reported, null where it did not. */
  reported(field: 'input' | 'cached' | 'output'): RawBuilder<number | null>
  /** Characters of the commentary, null where there is none. */
  commentaryChars: RawBuilder<number | null>
  /** A text of the metadata, null where there is none. @param name - Of letters, digits, `_` and `-`. */
  metadata(name: string): RawBuilder<string | null>
}
