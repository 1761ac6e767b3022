import type { StreamContext } from '@reason/core'
import { providerBy } from '@reason/core/providers'
import type { RequestFacts, TemplateSwitch } from '@reason/core/conversation'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import { hasStops } from '../../client-apis/stop-sequences.ts'

/** Models whose chat template calls its switch `thinking`. All others call it `enable_thinking` (documentation of reasoning in vLLM and SGLang). */
const callItThinking = /deepseek|granite|holo2|kimi/i

export interface Answering {
  /** The model name that identifies its family. */
  model: string
  /** The provider, if known. */
  provider?: string | undefined
  /** The chat template has a switch for thinking. Default: true. */
  hasSwitch?: boolean
  /** The client may not see the reasoning, and a wrong guess of where the answer begins would reveal it. */
  guarded?: boolean
}

/** Facts of a request about its answer, known before the first character. */
export function contextOf(
  { thinking, offFor, grammar, tools, prefill, stream, json }: RequestFacts & Pick<ClientRequest, 'stream' | 'json'>,
  { model, provider, hasSwitch = true, guarded = false }: Answering,
): StreamContext {
  const context: StreamContext = {}
  if (thinking !== undefined && hasSwitch && !isPassedOver(offFor, model, provider)) context.thinking = thinking
  // Inside a grammar without a JSON schema, the model may think.
  if (grammar !== undefined && (grammar === 'json' || !guarded)) context.grammar = true
  if (tools.length > 0) context.tools = tools
  if (prefill !== undefined) context.prefill = prefill
  if (guarded) context.guarded = true
  if (hasStops(json)) context.stops = true
  if (!stream) context.whole = true
  return context
}

function isPassedOver(offFor: RequestFacts['offFor'], model: string, provider: string | undefined): boolean {
  if (offFor === undefined) return false
  // An engine renders the model's chat template itself.
  if (offFor === 'services') return providerBy(provider)?.engine !== undefined
  return offFor !== switchOf(model)
}

const switchOf = (model: string): TemplateSwitch => (callItThinking.test(model) ? 'thinking' : 'enable_thinking')
