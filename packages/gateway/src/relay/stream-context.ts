import type { StreamContext } from '@reason/core'
import { providerBy } from '@reason/core/providers'
import type { RequestFacts, TemplateSwitch } from '@reason/core/conversation'

/** Templates of these models call their switch `thinking`, all others `enable_thinking` (vLLM's and SGLang's documentation of reasoning). */
const callItThinking = /deepseek|granite|holo2|kimi/i

export interface Answering {
  /** The model, as its family is known by. */
  model: string
  /** Who answers, where that is known. */
  provider?: string | undefined
  /** Its template has a switch for thinking. Default true. */
  hasSwitch?: boolean
  /** Its client may not see the reasoning, and would see it where we are misled about where the answer begins. */
  guarded?: boolean
}

/** What a request says about its answer before the first character of it. */
export function contextOf(
  { thinking, offFor, grammar, tools, prefill, stream }: RequestFacts & { stream: boolean },
  { model, provider, hasSwitch = true, guarded = false }: Answering,
): StreamContext {
  const context: StreamContext = {}
  if (thinking !== undefined && hasSwitch && !isPassedOver(offFor, model, provider)) context.thinking = thinking
  // One that is no schema may have the model think inside it.
  if (grammar !== undefined && (grammar === 'json' || !guarded)) context.grammar = true
  if (tools.length > 0) context.tools = tools
  if (prefill !== undefined) context.prefill = prefill
  if (guarded) context.guarded = true
  if (!stream) context.whole = true
  return context
}

function isPassedOver(offFor: RequestFacts['offFor'], model: string, provider: string | undefined): boolean {
  if (offFor === undefined) return false
  // An engine renders the model's template itself.
  if (offFor === 'services') return providerBy(provider)?.engine !== undefined
  return offFor !== switchOf(model)
}

const switchOf = (model: string): TemplateSwitch => (callItThinking.test(model) ? 'thinking' : 'enable_thinking')
