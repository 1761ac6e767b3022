/** `ok`: as it should be. `advice`: works, and could be better. `problem`: users are hurt by it. */
export type Level = 'ok' | 'advice' | 'problem'

/** One thing that was looked at. */
export interface Finding {
  /** For programs: does not change with the wording. */
  id: string
  level: Level
  /** What is so, in one sentence. */
  title: string
  /** What came over the network. Never reasoning text, unless it was asked for. */
  seen?: string
  /** What it does to users. */
  means?: string
  /** What to do about it: each line one way. */
  todo?: readonly string[]
}
