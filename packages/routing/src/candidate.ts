import type { Issuer } from '@reason/core/conversation'

/** One upstream that was looked at, and what became of it. */
export interface Candidate {
  upstream: string
  verdict: 'taken' | 'refused'
  /** For people. */
  reason: string
  /** What the upstream calls the model. */
  model: string
  /** Whether it can read the conversation's seals: the newest, only older ones, or none of them. `none`: there are no seals. */
  seals: 'none' | 'own' | 'older' | 'foreign'
  /** What is lost when the request goes there: replay has to be planned anew for it. */
  warning?: RouteWarning
  /** Candidates of one group are of the same rank. Counted from 0; the first is asked first. */
  group: number
}

export interface RouteWarning {
  code: 'seals-left-behind'
  message: string
  /** Whose seals have to be left out. */
  issuers: readonly Issuer[]
}
