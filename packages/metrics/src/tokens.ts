import type { Count, Usage } from '@reason/core/parts'
import { reportedReasoning } from '@reason/core/reading'
import { wholeInput } from '@reason/wire-kit'

/** Streamed text, over all choices of a request. */
export interface Streamed {
  reasoningChars: number
  commentaryChars: number
  answerChars: number
  /** True if a summary or a seal replaces the reasoning, so that its text does not predict its tokens. */
  digest: boolean
  toolCalls: boolean
}

export interface Tokens {
  /** Reported counts. `input` includes `cached`, whatever the provider includes, and `output` is the whole output. */
  input: number | undefined
  cached: number | undefined
  output: number | undefined
  /** Undefined if the provider reports no count and none can be estimated. */
  reasoning: Count | undefined
  answer: Count
  commentary: number
  /** 0 to 1. Undefined if the reasoning tokens are unknown, or the output is empty. */
  ratio: number | undefined
}

/** Characters per token, as in core's `estimateTokens`. A test keeps the two equal. */
const charsPerToken = 4

export const estimated = (chars: number): Count => ({ value: Math.ceil(chars / charsPerToken), source: 'estimated' })

const reported = (count: Count | undefined): number | undefined => (count?.source === 'reported' ? count.value : undefined)

/**
 * Counts tokens by channel. Plausible reported counts win. The answer's count is the rest of the output. This count is
 * known only if the output has nothing else: no tool call, no commentary, and only counted reasoning.
 */
export function countTokens(streamed: Streamed, usage: Usage | undefined): Tokens {
  // Prices subtract cached tokens from the input, even for a provider that counts them separately.
  const input = reported(usage?.input) === undefined ? undefined : wholeInput(usage!).input
  const cached = reported(usage?.cached)
  const output = reported(usage?.output)
  const counted = reportedReasoning(usage, streamed.reasoningChars)?.value
  const commentary = estimated(streamed.commentaryChars).value
  const reasoning: Count | undefined =
    counted !== undefined ? { value: counted, source: 'reported' } : streamed.digest ? undefined : estimated(streamed.reasoningChars)
  const thought = counted ?? (streamed.reasoningChars === 0 && !streamed.digest ? 0 : undefined)
  const onlyAnswer = !streamed.toolCalls && streamed.commentaryChars === 0
  const answer: Count =
    output !== undefined && thought !== undefined && onlyAnswer && output >= thought
      ? { value: output - thought, source: 'reported' }
      : estimated(streamed.answerChars)
  const all = (reasoning?.value ?? 0) + commentary + answer.value
  const ratio = reasoning !== undefined && all > 0 ? reasoning.value / all : undefined
  return { input, cached, output, reasoning, answer, commentary, ratio }
}
