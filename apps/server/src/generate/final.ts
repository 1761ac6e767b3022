import type { Item, Result, Seal, Usage } from '@reason/core'
import { wholeInput } from '@reason/core/wire-kit'
import { forHistory } from '@reason/policy'
import type { FinalEvent, UsageFields } from './event-schema.ts'
import type { AssistantContent } from './request-schema.ts'

type Outcome = Omit<FinalEvent, 'type' | 'id' | 'model' | 'created' | 'leak_detected'>

/** How a generation ended, and all that it came to. */
export function finalOf(result: Result, dropsReasoning: boolean): Outcome {
  const { answer, commentary, toolCalls, finish, stats } = result
  const kept = forHistory(result, { dropReasoning: dropsReasoning })
  return {
    finish_reason: (finish?.reason ?? 'unknown').replaceAll('-', '_') as Outcome['finish_reason'],
    answer,
    commentary,
    reasoning: kept.reasoning === '' ? null : kept.reasoning,
    tool_calls: toolCalls.map(({ id = '', name, arguments: text }) => ({ id, name, arguments: text })),
    stats: {
      reasoning_tokens: stats.reasoningTokens.value,
      commentary_tokens: stats.commentaryTokens.value,
      final_tokens: stats.answerTokens.value,
      reasoning_ratio: stats.reasoningRatio.value,
    },
    message: { role: 'assistant', content: kept.items.flatMap(pieceOf) },
  }
}

/** A reasoning block that is empty and sealed by nobody is of no use to anybody. */
function pieceOf(item: Item): AssistantContent {
  if (item.type === 'native') return []
  const seals = item.seals === undefined || item.seals.length === 0 ? {} : { seals: item.seals.map(withoutAddress) }
  if (item.type === 'tool-call') {
    const { id, name, arguments: text } = item
    return [{ type: 'tool_call', ...(id !== undefined && { id }), name, arguments: text, ...seals }]
  }
  const { channel, text, kind } = item
  if (text === '' && !('seals' in seals)) return []
  if (channel !== 'reasoning') return [{ type: channel === 'answer' ? 'text' : 'commentary', text, ...seals }]
  const known = kind === 'raw' || kind === 'summary' || kind === 'hidden' ? { kind } : {}
  return [{ type: 'reasoning', text, ...known, ...seals }]
}

/** The address of an upstream is nobody's business. */
function withoutAddress(seal: Seal): Seal {
  const { upstream: _, ...issuer } = seal.issuer
  return { ...seal, issuer }
}

/** What is known of them: what was cached is a part of the input, and all of it of the total, also of a provider that counts it beside. */
export function usageOf(usage: Usage): UsageFields {
  const { input, output, reasoning, cached } = usage
  const { input: whole, total } = wholeInput(usage)
  return {
    ...(input !== undefined && { input_tokens: whole }),
    ...(output !== undefined && { output_tokens: output.value }),
    ...(reasoning !== undefined && { reasoning_tokens: reasoning.value }),
    ...(cached !== undefined && { cached_tokens: cached.value }),
    ...(total !== undefined && { total_tokens: total }),
  }
}
