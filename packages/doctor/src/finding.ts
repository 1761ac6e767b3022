/** `ok`: no action needed. `advice`: works, and could be better. `problem`: users are affected. */
export type Severity = 'ok' | 'advice' | 'problem'

/** The result of one check. */
export interface Finding {
  /** Stable name of the finding, for programs, as the wording may change. */
  code: string
  severity: Severity
  /** The finding in one sentence. */
  title: string
  /** Excerpt of the response. Contains reasoning text only with `show`. */
  evidence?: string
  /** The effect on users. */
  impact?: string
  /** Remedies, one each. */
  remedies?: readonly string[]
}
