import type { RawBuilder } from 'kysely'

/** Expressions that differ between SQLite and PostgreSQL. */
export interface Expressions {
  /** A time in the columns' format. @param ms - Unix milliseconds. */
  moment(ms: number): number
  /** UTC day or month of a trace: `2026-11-24`, `2026-11`. */
  period(unit: 'day' | 'month'): RawBuilder<string>
  /** Count reported by a provider. Null if it reported none. */
  reported(field: 'input' | 'cached' | 'output'): RawBuilder<number | null>
  /** Characters of the commentary. Null if there is none. */
  commentaryChars: RawBuilder<number | null>
  /** A text in the metadata. Null if it is absent. @param name - Consists of letters, digits, `_` and `-`. */
  metadata(name: string): RawBuilder<string | null>
}
