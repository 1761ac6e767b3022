/** `ok`: as it should be. `advice`: works, and could be better. `problem`: users are hurt by it. */
export type Severity = 'ok' | 'advice' | 'problem'

/** The result of one check. */
export interface Finding {
  /** Stable name of the finding, for programs: its wording may change. */
  code: string
  severity: Severity
  /** The finding in one sentence. */
  title: string
  /** What the server sent. Holds reasoning text only with `show`. */
  evidence?: string
  /** The effect on users. */
  impact?: string
  /** Ways to mend it, one each. */
  remedies?: readonly string[]
}
