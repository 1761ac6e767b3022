import type { FinishPart } from '@reason/core/parts'
import type { AssistantMessage, Conversation, Issuer, Knobs } from '@reason/core/conversation'

/**
 * How an upstream can be made to stop thinking and answer.
 * - `budget`: by a number of tokens in the request.
 * - `endpoint`: by a call while it thinks.
 * - `prefix`: it continues an answer whose beginning it is given, and that can be closed reasoning.
 * - `none`: not at all.
 */
export type Control = 'budget' | 'endpoint' | 'prefix' | 'none'

/** Whose words are to be used. `provider`: a hosted API, whose words its wire format knows. */
export type Engine = 'llama-server' | 'vllm' | 'provider'

export interface UpstreamControl {
  engine: Engine
  /** All that it can do. */
  controls: readonly Control[]
  /** The smallest budget that it takes. Below, thinking is turned off. Default 1. */
  leastBudget?: number
  /**
   * For `prefix`: what stands around reasoning in this model's text. Absent: reasoning has a field of its own, which llama-server and vLLM
   * would go on with, so that these cannot be continued without.
   */
  delimiters?: { open: string; close: string }
}

interface EngineRow {
  /** A budget in the body; it never turns thinking on. Absent: a knob alone says it, which may. */
  budgetField?: string
  /** How reasoning is ended from outside. */
  endpoint?: {
    /** In the request, or the call is refused. */
    fields: Readonly<Record<string, unknown>>
    /** Behind the base address of the API (`…/v1`). */
    path: string
    bodyOf(id: string): unknown
    isDone(reply: unknown): boolean
  }
  /** What a request that continues its last message says beside that. `asText`: it can only say as text that reasoning is over. */
  prefix: { fields: Readonly<Record<string, unknown>>; repeats: boolean; asText: boolean }
}

/** llama-server: two builds, tried; only the newer one has budget and endpoint. vLLM: its documentation. */
const engines: Record<Engine, EngineRow> = {
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
  /** The request's own. */
  knobs?: Knobs | undefined
  /** `BudgetGovernor.remaining()`. Undefined: no budget binds it. */
  remaining: number | undefined
  /** Most output tokens of the request. */
  maxOutputTokens?: number | undefined
}

/** What to change in a request before it goes out. */
export interface RequestChanges {
  /** In place of its own knobs, for a request that is written from a conversation. Undefined: they stay. */
  knobs?: Knobs
  /** Fields to set in a body that is passed on as it came. With `knobs`, one of the two is enough, but for `reasoning_control`. */
  fields: Readonly<Record<string, unknown>>
  /** Most reasoning tokens, where the upstream keeps to them. */
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
  // Of a provider's API a budget alone would be an order to think.
  const thinks = knobs.enabled === true || knobs.effort !== undefined || knobs.budgetTokens !== undefined
  return thinks ? { knobs: { ...knobs, budgetTokens: remaining }, fields: allowed, budgetTokens: remaining } : { fields: allowed }
}

const isOff = ({ enabled, effort }: Knobs): boolean => enabled === false || (enabled === undefined && effort === 'none')

export interface StopOptions {
  upstream: UpstreamControl
  /** The upstream's id of the answer, where it has come. */
  id?: string | undefined
  /** The request that is being answered. Absent: it cannot be continued. */
  conversation?: Conversation | undefined
  /** Where it was sent: some formats take reasoning back only from the model that wrote it. */
  origin?: Issuer | undefined
  /** All that was thought. */
  reasoning: string
  /** Output tokens that it took. */
  spentTokens: number
  /** The request may be asked once more, which is billed, too. Default false. */
  mayAskAgain?: boolean
}

/** A way to end the reasoning of an answer that runs. */
export type StopPlan =
  /** Send this, and go on reading. Where `isDone` says no of the reply, or the call fails, the next plan is due. */
  | { by: 'endpoint'; path: string; body: unknown; isDone(reply: unknown): boolean }
  /** Cut, and send this as another attempt. `repeats`: the answer begins with this text once more. */
  | { by: 'prefix'; conversation: Conversation; fields: Readonly<Record<string, unknown>>; repeats?: string }
  /** Cut, and ask once more without thinking, where nothing can be continued. */
  | { by: 'again'; knobs: Knobs }
  /** Cut, and finish so: there will be no answer. */
  | { by: 'end'; finish: Pick<FinishPart, 'reason' | 'native'> }

/** How the reasoning can be ended now: the ways there are, best first. The last is always to end without an answer. */
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

type Delimiters = NonNullable<UpstreamControl['delimiters']>

const closed = (reasoning: string, { open, close }: Delimiters): string => `${open}${reasoning}${close}`

interface Begun extends Pick<StopOptions, 'origin' | 'reasoning' | 'spentTokens'> {
  conversation: Conversation
  delimiters: Delimiters | undefined
}

/** The request once more, with the answer begun: its reasoning is closed, and what follows is the answer. */
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
    // llama-server refuses a message that is begun while thinking is on; the others would think again.
    knobs: { ...rest, enabled: false },
    ...(most !== undefined && { sampling: { ...sampling, maxOutputTokens: Math.max(1, most - spentTokens) } }),
  }
}
