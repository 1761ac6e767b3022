import type { Issuer } from '@reason/core/conversation'

/** An upstream that the router considered, and the verdict. */
export interface UpstreamCandidate {
  upstream: string
  verdict: 'taken' | 'refused'
  /** Readable explanation. */
  reason: string
  /** The upstream's name of the model. */
  model: string
  /** Seals of the conversation that the upstream can read: the newest (`own`), only `older` ones, or none (`foreign`). `none`: there are no seals. */
  seals: 'none' | 'own' | 'older' | 'foreign'
  /** Loss if the request goes to this upstream. Replay has to be planned anew for it. */
  warning?: RouteWarning
  /** Rank of the candidate, from 0. Candidates of one group have the same rank, and the first one is asked first. */
  group: number
}

export interface RouteWarning {
  code: 'seals-left-behind'
  message: string
  /** Issuers of the seals that are left out. */
  issuers: readonly Issuer[]
}
