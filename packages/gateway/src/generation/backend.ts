import type { WireFormat } from '@reason/core'
import type { ClientApi } from '../client-apis/client-api.ts'
import type { ClientFormat } from '../client-apis/generate/format.ts'
import type { Choose } from '../upstreams/adapter-choice.ts'
import type { LearnedOfUpstream } from '../upstreams/learned/learned.ts'
import type { ModelLimits } from '../upstreams/model-limits/model-limits.ts'
import type { ObservedStarts } from '../upstreams/start-evidence.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import type { RequestWriter } from './upstream-requests.ts'

/** Formats of the client APIs, with the writers of their requests for this upstream. */
export type ClientFormats = Readonly<Record<ClientApi['id'], { wire: ClientFormat; requests: RequestWriter }>>

/** An upstream, with everything needed to send it requests and read its answers. */
export interface Backend {
  /** Name that tells several upstreams apart. */
  id: string
  upstream: Upstream
  wire: WireFormat
  choose: Choose
  /** Evidence of where texts of its models begin. */
  starts: ObservedStarts
  /** Known limits of its models. */
  limits: ModelLimits
  learned: Pick<LearnedOfUpstream, 'models' | 'forget'>
  clientFormats: ClientFormats
  /** The gateway compares stop sequences, with the answer alone. */
  stopsInAnswer: boolean
  /** Requests use the gateway's own key, not the client's. */
  ownKey: boolean
}
