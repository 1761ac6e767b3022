import type { TokenEstimator } from './estimate.ts'
import type { Count } from '../parts.ts'
import { reportedReasoning } from './count-reasoning.ts'
import type { Item, Result, Stats } from '../result.ts'

type Counted = Pick<Result, 'commentary' | 'answer' | 'items' | 'usage'> & { reasoning: string }

/**
 * Computes tokens by channel. Uses the provider's reasoning count if there is one, else an estimate from the text. Never estimates from a summary, which
 * is much shorter than the billed reasoning.
 */
export function computeStats(result: Counted, estimate: TokenEstimator): Stats {
  const estimated = (text: string): Count => ({ value: text === '' ? 0 : estimate(text), source: 'estimated' })
  const reasoningTokens = reportedReasoning(result.usage, result.reasoning.length) ?? reasoningEstimate(result, estimated)
  const commentaryTokens = estimated(result.commentary)
  const answerTokens = estimated(result.answer)
  const all = reasoningTokens.value + commentaryTokens.value + answerTokens.value
  return {
    reasoningTokens,
    commentaryTokens,
    answerTokens,
    reasoningRatio: { value: all === 0 ? 0 : reasoningTokens.value / all, source: 'estimated' },
  }
}

function reasoningEstimate(result: Counted, estimated: (text: string) => Count): Count {
  if (!result.items.some(isDigest)) return estimated(result.reasoning)
  return { value: result.usage?.reasoning?.value ?? 0, source: 'implausible' }
}

const isDigest = (item: Item): boolean => item.type === 'block' && (item.kind === 'summary' || item.kind === 'hidden')
