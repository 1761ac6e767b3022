import type { Count, Usage } from '@reason/core/parts'
import { reportedReasoning } from '@reason/core/reading'
import { wholeInput } from '@reason/wire-kit'

/** What was streamed, over all choices of a request. */
export interface Streamed {
  reasoningChars: number
  commentaryChars: number
  answerChars: number
  /** A summary or a seal stood for the reasoning, so that its text says nothing of its tokens. */
  digest: boolean
  toolCalls: boolean
}

export interface Tokens {
  /** As they are reported: `cached` are among `input`, whatever the provider counts there, and `output` is all of it. */
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

/** Characters of a token, as core's `estimateTokens` counts; a test keeps the two equal. */
const charsPerToken = 4

export const estimated = (chars: number): Count => ({ value: Math.ceil(chars / charsPerToken), source: 'estimated' })

const reported = (count: Count | undefined): number | undefined => (count?.source === 'reported' ? count.value : undefined)

/**
 * Tokens by channel. Reported counts win where they can be true. The answer's is what is left of the output, which is known only where
 * nothing else was put out: no tool call, no commentary, and reasoning that is counted too.
 */
export function countTokens(streamed: Streamed, usage: Usage | undefined): Tokens {
  // Prices take what was cached off the input, also of a provider that counts it beside.
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
