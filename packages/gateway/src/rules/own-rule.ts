import type { WireFormat } from '@reason/core'
import type { GenerationRequest } from '@reason/core/pipeline'
import type { Finished } from '@reason/trace-store'
import type { ClientRequest, Sealing } from '../client-apis/client-request.ts'
import type { Wishes } from '../client-apis/effective-access.ts'
import type { ApiError } from '../errors/api-error.ts'
import type { OwnRun } from '../generation/own-run.ts'
import type { Split } from '../generation/split.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import type { Incoming } from './incoming.ts'

/** A rule of the gateway, such as limits, budgets, policies or traces. Registered third-party rules are wrapped in one. */
export interface OwnRule {
  id: string
  /**
   * Decides on a request.
   *
   * @returns The rule's actions for this generation, or a refusal. Undefined: the rule does not apply.
   */
  admit(generation: GenerationFacts): OwnAdmitted | Promise<OwnAdmitted>
}

export type OwnAdmitted = OwnRun | { refusal: ApiError } | undefined

/** Facts about one generation. The gateway sets them, and rules read them. */
export interface GenerationFacts {
  readonly request: ClientRequest
  readonly incoming: Incoming
  readonly wishes: Wishes
  readonly sealing: Sealing
  /** The request as governors see it, before it is sent. */
  readonly asked: GenerationRequest
  /** The request as observers see it, with the conversation instead of the session. Provider and adapter are added when known. */
  readonly known: GenerationRequest
  /** A governor may stop the reasoning. Set when all rules have admitted the request. */
  mayStop: boolean
  upstream?: UpstreamFacts
  /** How the text is split. Set when the upstream responds. */
  split?: Split
  /** The request was sent to an upstream. */
  isSent: boolean
  /** Reports of rules to rules that begin after them, or end before them. */
  readonly reports: RuleReports
}

export interface UpstreamFacts {
  id: string
  provider: string | undefined
  engine: Upstream['engine']
  /** Wire format of the upstream. */
  wire: Pick<WireFormat, 'id' | 'passThrough'>
}

export interface RuleReports {
  /** Reasoning tokens so far, from the budgets. */
  reasoningTokens?(): number
  /** Tokens that the budgets charge. Undefined: no budget binds the generation. */
  chargedTokens?(): number | undefined
  /** Leak score from 0 to 1, from the policies. */
  leakScore?(): number | undefined
  /** Resolves when the trace is stored. */
  trace?: Promise<Finished>
}
