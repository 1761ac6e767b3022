import type { Stage } from '@reason/core'
import type { Governor, Observer } from '@reason/core/pipeline'
import type { Visibility } from '@reason/keys'
import type { TraceMode } from '@reason/trace-store'
import type { Json } from './json.ts'

/** A third-party rule. The gateway calls it before a generation begins and after it ends. */
export interface GatewayRule {
  kind: 'rule'
  /** Names it in messages and logs. */
  id: string
  /**
   * Decides on a request that keys, limits and budgets let through. A rule that throws refuses it as a fault of the gateway.
   *
   * @returns What it does with this generation, a refusal, or nothing where the request is none of its business.
   */
  admit(facts: Facts): Admitted | Promise<Admitted>
}

export type Admitted = Run | { refusal: RuleRefusal } | undefined

/** Why a request may not begin, as its client is told. */
export interface RuleRefusal {
  message: string
  /** HTTP status, 400 to 599. Default 403. */
  status?: number
  /** For programs. Default `refused_by_rule`. */
  code?: string
}

/** What is known of a request before it is sent. */
export interface Facts {
  id: string
  /** What its client speaks: `openai-chat`, `openai-responses`, `anthropic-messages`, `generate`. */
  api: string
  model: string
  stream: boolean
  session: string | undefined
  /** Id of the client's key. */
  key: string | undefined
  team: string | undefined
  visibility: Visibility
  traceMode: TraceMode
  /** The request in the client's API. It is read only: what is changed in it does not reach the upstream. */
  request: Json
}

/** What a rule does with one generation. */
export interface Run {
  /**
   * The upstream answers, and it is known how its text is split. Called once.
   *
   * @returns Stages stand behind those of our policies, in the order of the rules. A stage or governor without `passes` costs the fast path.
   */
  begin?(split: { adapter: string }): { policies?: readonly Stage[]; governors?: readonly Governor[]; observers?: readonly Observer[] }
  /** For the head of the answer. Names that begin with `x-reason-` are left out. May be asked more than once. */
  headers?(): Readonly<Record<string, string>>
  /**
   * It is over, however it ended, and its client has what it gets. Called once, in the reverse order of the rules, also where a later rule
   * refused. Observers are closed before it, governors after it.
   */
  end?(outcome: RunOutcome): void | Promise<void>
}

export interface RunOutcome {
  /** Of the answer, 200 for one that has begun. */
  status: number
  /** Its client left. */
  aborted: boolean
  /** Code of what went wrong. */
  error?: string | undefined
}
