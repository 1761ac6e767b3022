import type { WireFormat } from '@reason/core'
import type { ClientApi } from '../client-apis/client-api.ts'
import type { ClientFormat } from '../client-apis/generate/format.ts'
import type { Choose } from '../upstreams/adapter-choice.ts'
import type { LearnedOfUpstream } from '../upstreams/learned/learned.ts'
import type { ModelLimits } from '../upstreams/model-limits/model-limits.ts'
import type { StartEvidence } from '../upstreams/start-evidence.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import type { RequestWriter } from './request/request-writer.ts'

/** What clients speak, and how their requests are written for an upstream. */
export type ClientFormats = Readonly<Record<ClientApi['id'], { wire: ClientFormat; requests: RequestWriter }>>

/** An upstream, with all that it takes to ask it and to read its answers. */
export interface Backend {
  /** What it is called where several are told apart. */
  id: string
  upstream: Upstream
  wire: WireFormat
  choose: Choose
  /** Where texts of its models begin. */
  starts: StartEvidence
  /** What its models refuse, as far as that is known. */
  limits: ModelLimits
  learned: Pick<LearnedOfUpstream, 'models' | 'forget'>
  clients: ClientFormats
  /** What it is asked with is the gateway's own key, not the client's. */
  ownKey: boolean
}
