import type { Result } from '@reason/core'
import type { Count, Seal, Usage } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { wholeInput } from '@reason/wire-kit'
import { forHistory } from '@reason/policy'
import type { AssistantContent, FinalEvent, UsageFields } from '@reason/gateway-api/generate'

type Outcome = Omit<FinalEvent, 'type' | 'id' | 'model' | 'created' | 'leak_detected' | 'blocks'>

/** The gateway's own native part before `end`, with facts about the generation that its parts do not contain. */
export const generationFacts = { wire: 'reason', event: 'generation-facts' } as const

export interface FinalFacts {
  /** Reasoning tokens. Undefined: unknown. */
  tokens: Count | undefined
  /** Tokens that budgets charge. Undefined: no budget binds the generation. */
  charged: number | undefined
  /** Commentary is left out of histories. */
  dropsCommentary: boolean
}

/** The final event's summary of a generation. */
export function finalOf(result: Result, dropsReasoning: boolean, facts: FinalFacts | undefined): Outcome {
  const { answer, commentary, toolCalls, finish } = result
  const kept = forHistory(result, { dropReasoning: dropsReasoning, dropCommentary: facts?.dropsCommentary === true })
  return {
    finish_reason: (finish?.reason ?? 'unknown').replaceAll('-', '_') as Outcome['finish_reason'],
    ...(finish?.refusal !== undefined && { refusal: finish.refusal }),
    answer,
    commentary,
    reasoning: kept.reasoning === '' ? null : kept.reasoning,
    tool_calls: toolCalls.map(({ id = '', name, arguments: text }) => ({ id, name, arguments: text })),
    stats: statsOf(result, facts),
    message: { role: 'assistant', content: kept.items.flatMap(pieceOf) },
  }
}

/** @param facts - Absent: the result shows all of the reasoning. */
function statsOf({ stats }: Result, facts: FinalFacts | undefined): Outcome['stats'] {
  const shown = stats.reasoningTokens
  const isKnown = shown.value > 0 || shown.source !== 'implausible'
  const { tokens, charged }: Partial<NonNullable<typeof facts>> = facts ?? (isKnown ? { tokens: shown } : {})
  const commentary = stats.commentaryTokens.value
  const answer = stats.answerTokens.value
  const all = (tokens?.value ?? 0) + commentary + answer
  return {
    reasoning_tokens: tokens?.value ?? null,
    reasoning_tokens_source: tokens?.source ?? null,
    ...(charged !== undefined && { charged_tokens: charged }),
    commentary_tokens: commentary,
    final_tokens: answer,
    reasoning_ratio: tokens === undefined ? null : all === 0 ? 0 : tokens.value / all,
  }
}

/** The content for an item. An empty reasoning block without seals is left out. */
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

/** Removes the upstream's address, which clients must not learn. */
function withoutAddress(seal: Seal): Seal {
  const { upstream: _, ...issuer } = seal.issuer
  return { ...seal, issuer }
}

/** The known usage fields. Cached tokens are part of the input, and the total includes all input, even if the provider counts cached tokens separately. */
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
