import type { FinishPart } from '@reason/core/parts'
import type { AssistantMessage, Conversation, Issuer, Knobs } from '@reason/core/conversation'

/**
 * Ways to make an upstream stop thinking and answer.
 * - `budget`: a number of tokens in the request.
 * - `endpoint`: a call while the model thinks.
 * - `prefix`: a request to continue a given answer, whose reasoning is closed.
 * - `none`: no way.
 */
export type Control = 'budget' | 'endpoint' | 'prefix' | 'none'

/** API of the upstream. `provider`: a hosted API, whose wire format knows its fields. */
export type ControlEngine = 'llama-server' | 'vllm' | 'provider'

/** Ways of an upstream to end a thought. */
export interface UpstreamControl {
  engine: ControlEngine
  /** All ways that the upstream supports. */
  controls: readonly Control[]
  /** Smallest budget that the upstream accepts. Below it, thinking is turned off. Default 1. */
  leastBudget?: number
  /**
   * For `prefix`: delimiters of reasoning in the model's text. Absent if reasoning has its own field. llama-server and vLLM would continue the reasoning in
   * that field, so they cannot use `prefix` without delimiters.
   */
  delimiters?: { open: string; close: string }
}

interface EngineRow {
  /** Field for a budget, which never turns thinking on. Absent if only a knob sets the budget, which may turn thinking on. */
  budgetField?: string
  /** Endpoint that ends reasoning. */
  endpoint?: {
    /** Fields that the request needs, or the call is refused. */
    fields: Readonly<Record<string, unknown>>
    /** Path after the base address of the API (`…/v1`). */
    path: string
    bodyOf(id: string): unknown
    isDone(reply: unknown): boolean
  }
  /** Fields of a request that continues its last message. `asText`: closed reasoning can only be sent as text. */
  prefix: { fields: Readonly<Record<string, unknown>>; repeats: boolean; asText: boolean }
}

/** llama-server: tested with two builds; only the newer one has budget and endpoint. vLLM: from its documentation. */
const engines: Record<ControlEngine, EngineRow> = {
  'llama-server': {
    budgetField: 'reasoning_budget_tokens',
    endpoint: {
      fields: { reasoning_control: true },
      path: '/chat/completions/control',
      bodyOf: (id) => ({ id, action: 'reasoning_end' }),
      isDone: (reply) => typeof reply === 'object' && reply !== null && (reply as { success?: unknown }).success === true,
    },
    prefix: { fields: {}, repeats: true, asText: true },
  },
  vllm: {
    budgetField: 'thinking_token_budget',
    prefix: { fields: { add_generation_prompt: false, continue_final_message: true }, repeats: false, asText: true },
  },
  provider: { prefix: { fields: {}, repeats: false, asText: false } },
}

export interface BeforeOptions {
  upstream: UpstreamControl
  knobs?: Knobs | undefined
  /** `BudgetGovernor.remaining()`. Undefined if no budget applies. */
  remaining: number | undefined
  /** Maximum output tokens of the request. */
  maxOutputTokens?: number | undefined
}

/** Changes for a request before it is sent. */
export interface RequestChanges {
  /** Knobs that replace those of a request written from a conversation. Undefined: no change. */
  knobs?: Knobs
  /** Fields to set in a body that is forwarded. `knobs` and `fields` are alternatives, except for `reasoning_control`. */
  fields: Readonly<Record<string, unknown>>
  /** Maximum reasoning tokens, if the upstream enforces them. */
  budgetTokens?: number
}

/** Limits an upstream to the remaining budget, if it has a field for that. It lowers the client's values, and never turns thinking on. */
export function controlBefore({ upstream, knobs = {}, remaining, maxOutputTokens = Infinity }: BeforeOptions): RequestChanges {
  const row = engines[upstream.engine]
  const allowed = upstream.controls.includes('endpoint') && row.endpoint !== undefined ? row.endpoint.fields : {}
  const asked = knobs.budgetTokens ?? Infinity
  if (remaining === undefined || isOff(knobs) || remaining >= Math.min(asked, maxOutputTokens)) return { fields: allowed }
  const { budgetTokens: _, effort: __, ...rest } = knobs
  if (remaining < (upstream.leastBudget ?? 1)) {
    const off: Knobs = { ...rest, enabled: false }
    if (!upstream.controls.includes('budget') || row.budgetField === undefined) return { knobs: off, fields: allowed }
    return { knobs: off, fields: { ...allowed, [row.budgetField]: 0 }, budgetTokens: 0 }
  }
  if (!upstream.controls.includes('budget')) return { fields: allowed }
  if (row.budgetField !== undefined) {
    return { knobs: { ...knobs, budgetTokens: remaining }, fields: { ...allowed, [row.budgetField]: remaining }, budgetTokens: remaining }
  }
  // For a provider's API, a budget alone would turn thinking on.
  const thinks = knobs.enabled === true || knobs.effort !== undefined || knobs.budgetTokens !== undefined
  return thinks ? { knobs: { ...knobs, budgetTokens: remaining }, fields: allowed, budgetTokens: remaining } : { fields: allowed }
}

const isOff = ({ enabled, effort }: Knobs): boolean => enabled === false || (enabled === undefined && effort === 'none')

/** State of the answer whose reasoning has to end. */
export interface StopOptions {
  upstream: UpstreamControl
  /** The upstream's id of the answer, if it has arrived. */
  id?: string | undefined
  /** The request being answered. Absent if it cannot be continued. */
  conversation?: Conversation | undefined
  /** Upstream and model of the request. Some formats accept reasoning only from the model that wrote it. */
  origin?: Issuer | undefined
  /** The reasoning so far. */
  reasoning: string
  /** Output tokens of the reasoning. */
  spentTokens: number
  /** Whether the request may be sent again, which is also billed. Default false. */
  mayAskAgain?: boolean
}

/** A way to end the reasoning of a running answer. */
export type StopPlan =
  /** Send this call, and continue reading. If it fails, or `isDone` returns false for the reply, use the next plan. */
  | { by: 'endpoint'; path: string; body: unknown; isDone(reply: unknown): boolean }
  /** Abort, and send this as another attempt. `repeats`: the new answer begins with this text again. */
  | { by: 'prefix'; conversation: Conversation; fields: Readonly<Record<string, unknown>>; repeats?: string }
  /** Abort, and send the request again without thinking, if it cannot be continued. */
  | { by: 'again'; knobs: Knobs }
  /** Abort, and finish without an answer. */
  | { by: 'end'; finish: Pick<FinishPart, 'reason' | 'native'> }

/** Plans to end the reasoning now, best first. The last one always ends without an answer. */
export function controlStop({ upstream, id, conversation, origin, reasoning, spentTokens, mayAskAgain = false }: StopOptions): StopPlan[] {
  const { endpoint, prefix } = engines[upstream.engine]
  const plans: StopPlan[] = []
  if (upstream.controls.includes('endpoint') && endpoint !== undefined && id !== undefined) {
    plans.push({ by: 'endpoint', path: endpoint.path, body: endpoint.bodyOf(id), isDone: endpoint.isDone })
  }
  const { delimiters } = upstream
  if (upstream.controls.includes('prefix') && conversation !== undefined && (delimiters !== undefined || !prefix.asText)) {
    plans.push({
      by: 'prefix',
      conversation: continued({ conversation, reasoning, spentTokens, delimiters, origin }),
      fields: prefix.fields,
      ...(prefix.repeats && delimiters !== undefined && { repeats: closed(reasoning, delimiters) }),
    })
  }
  if (mayAskAgain && conversation !== undefined && !isOff(conversation.knobs ?? {})) {
    const { budgetTokens: _, effort: __, ...rest } = conversation.knobs ?? {}
    plans.push({ by: 'again', knobs: { ...rest, enabled: false } })
  }
  plans.push({ by: 'end', finish: { reason: 'reasoning-exhausted', native: 'reasoning_budget_exceeded' } })
  return plans
}

type ThoughtDelimiters = NonNullable<UpstreamControl['delimiters']>

const closed = (reasoning: string, { open, close }: ThoughtDelimiters): string => `${open}${reasoning}${close}`

interface Begun extends Pick<StopOptions, 'origin' | 'reasoning' | 'spentTokens'> {
  conversation: Conversation
  delimiters: ThoughtDelimiters | undefined
}

/** The request with a started answer, whose reasoning is closed. The model continues with the answer. */
function continued({ conversation, reasoning, spentTokens, delimiters, origin }: Begun): Conversation {
  const begun: AssistantMessage = {
    role: 'assistant',
    ...(origin !== undefined && { origin }),
    items:
      delimiters === undefined
        ? [
            { type: 'block', channel: 'reasoning', text: reasoning, boundary: 'limit' },
            { type: 'block', channel: 'answer', text: '' },
          ]
        : [{ type: 'block', channel: 'answer', text: closed(reasoning, delimiters) }],
  }
  const { sampling, knobs } = conversation
  const { budgetTokens: _, effort: __, ...rest } = knobs ?? {}
  const most = sampling?.maxOutputTokens
  return {
    ...conversation,
    messages: [...conversation.messages, begun],
    // llama-server refuses a started message while thinking is on. Others would think again.
    knobs: { ...rest, enabled: false },
    ...(most !== undefined && { sampling: { ...sampling, maxOutputTokens: Math.max(1, most - spentTokens) } }),
  }
}
