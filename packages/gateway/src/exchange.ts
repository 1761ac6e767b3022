import type { PolicyConfig } from '@reason/policy'
import type { ClientAccess } from './client-apis/client-access.ts'
import type { ClientApi } from './client-apis/client-api.ts'
import type { Routing } from './dispatch/routing.ts'
import type { Backend } from './generation/backend.ts'
import type { Head, HeadLines } from './head.ts'
import type { Log } from './log.ts'
import type { OpenAnswers } from './relay/open-answers.ts'
import type { Sink } from './relay/sink.ts'
import type { Governance } from './rules/governance.ts'
import type { GatewayConfig } from './settings/settings.ts'

/** A request for an answer, over HTTP or a WebSocket. */
export interface Exchange {
  id: string
  api: ClientApi
  head: Head
  headLines: HeadLines
  /** The body as it was sent, decompressed. */
  body: Buffer
  /** All answers on this connection are streams. */
  isStream?: true
  sink: Sink
  log: Log
}

/** State for answering requests. Values that change with the configuration are read for each request. */
export interface Runtime {
  readonly config: Pick<
    GatewayConfig,
    | 'style'
    | 'answerLimit'
    | 'commentary'
    | 'decideAfter'
    | 'trim'
    | 'keepAlive'
    | 'fastPath'
    | 'visibility'
    | 'delivery'
    | 'requireTraces'
    | 'budgets'
    | 'routing'
    | 'upstreams'
  >
  readonly policy: PolicyConfig
  /** Upstreams that requests may go to, by name. */
  readonly backends: ReadonlyMap<string, Backend>
  /** The only upstream, if routing is off. */
  readonly first: Backend
  /** Chooses between upstreams. Undefined: the only upstream takes all requests. */
  readonly routing: Pick<Routing, 'route' | 'acquire' | 'retry'> | undefined
  readonly governance: Governance
  readonly access: ClientAccess
  readonly answers: OpenAnswers
  /** Begins work with the current configuration. @returns Call it once when the work is over. */
  hold(): () => void
}
