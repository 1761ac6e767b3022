import type { FastifyInstance } from 'fastify'
import type { WireFormat } from '@reason/core'
import type { PolicyConfig } from '@reason/policy'
import type { Config } from '../config/load.ts'
import type { ClientApi } from '../clients/client-api.ts'
import type { Governance } from '../governance/governance.ts'
import type { Choose } from '../relay/choose.ts'
import type { OpenAnswers } from '../relay/open-answers.ts'
import type { RequestWriter } from '../relay/upstream-request.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** What routes work with. */
export interface Services {
  config: Config
  /** What clients speak, and how their requests are written for the upstream. */
  clients: Readonly<Record<ClientApi['id'], { wire: WireFormat; requests: RequestWriter }>>
  upstreamWire: WireFormat
  choose: Choose
  policy: PolicyConfig
  upstream: Upstream
  governance: Governance
  answers: OpenAnswers
}

export type Routes = (app: FastifyInstance, services: Services) => void
