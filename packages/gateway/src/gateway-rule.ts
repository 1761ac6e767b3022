import type { Stage } from '@reason/core'
import type { Governor, Observer } from '@reason/core/pipeline'
import type { Visibility } from '@reason/keys'
import type { TraceMode } from '@reason/trace-store'
import type { Json } from './json.ts'

/** A third-party rule. The gateway calls it before a generation begins and after it ends. */
export interface GatewayRule {
  kind: 'rule'
  /** Id for messages and logs. */
  id: string
  /**
   * Decides on a request that keys, limits and budgets have admitted. If it throws, the request is refused with an internal error.
   *
   * @returns The rule's actions for this generation, or a refusal. Undefined: the rule does not apply.
   */
  admit(facts: Facts): Admitted | Promise<Admitted>
}

/** Decision of a rule: follow the generation, refuse the request, or (undefined) let it pass. */
export type Admitted = Run | { refusal: RuleRefusal } | undefined

/** The refusal of a request, as its client gets it. */
export interface RuleRefusal {
  message: string
  /** HTTP status, 400 to 599. Default 403. */
  status?: number
  /** Error code for programs. Default `refused_by_rule`. */
  code?: string
}

/** Facts about a request before it is sent. */
export interface Facts {
  id: string
  /** API of the client: `openai-chat`, `openai-responses`, `anthropic-messages`, `generate`. */
  api: string
  model: string
  stream: boolean
  session: string | undefined
  /** Id of the client's key. */
  key: string | undefined
  team: string | undefined
  visibility: Visibility
  traceMode: TraceMode
  /** The request in the client's API. Read-only: changes do not reach the upstream. */
  request: Json
}

/** Actions of a rule for one generation. */
export interface Run {
  /**
   * Called once when the upstream responds and the split of its text is known.
   *
   * @returns Stages run after the gateway's policies, in the order of the rules. A stage or governor without `passes` disables the fast
   * path.
   */
  begin?(split: { adapter: string }): { policies?: readonly Stage[]; governors?: readonly Governor[]; observers?: readonly Observer[] }
  /** Headers for the answer. Names that begin with `x-reason-` are left out. May be called more than once. */
  headers?(): Readonly<Record<string, string>>
  /**
   * Called once when the generation is over and its client has its answer, however it ended. Also called if a later rule refused the
   * request. Rules are called in reverse order. Observers are closed before this call, governors after it.
   */
  end?(outcome: RunOutcome): void | Promise<void>
}

/** How a generation ended. */
export interface RunOutcome {
  /** Status of the answer; 200 for an answer that has begun. */
  status: number
  /** The client disconnected. */
  aborted: boolean
  /** Code of the error. */
  error?: string | undefined
}
