import type { Conversation, Sampling, Target } from '@reason/core/conversation'
import { isNumber, isStrings, type createTaker } from './fields.ts'
import type { ThinkingPlan } from './knobs.ts'
import { isClaude, modelRowOf } from './models.ts'

export function readSampling(from: ReturnType<typeof createTaker>): Sampling {
  const [max, temperature, topP, topK] = (['max_tokens', 'temperature', 'top_p', 'top_k'] as const).map((field) =>
    from.take(field, isNumber),
  )
  const stop = from.take('stop_sequences', isStrings)
  return {
    ...(max !== undefined && { maxOutputTokens: max }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(topK !== undefined && { topK }),
    ...(stop !== undefined && { stop }),
  }
}

/** What thinking and newer models refuse of it is left out, and said. */
export function writeSampling(
  { sampling = {} }: Conversation,
  target: Target,
  { mode, maxTokens }: Pick<ThinkingPlan, 'mode' | 'maxTokens'>,
  say: (note: string) => void,
): Record<string, unknown> {
  const row = modelRowOf(target)
  const claude = isClaude(target)
  const thinks = claude && (mode === 'enabled' || mode === 'adaptive')
  let { temperature, topP, topK } = sampling
  if (claude && temperature !== undefined && temperature > 1) {
    say(`The temperature is 1 at most: ${temperature} became 1.`)
    temperature = 1
  }
  const rule = thinks ? 'while thinking is on' : claude && row.fixedSampling === true ? `by ${target.model}` : undefined
  if (rule !== undefined) {
    if (temperature !== undefined && temperature !== 1) temperature = drop('temperature', temperature, 'any but 1 is refused', rule)
    if (topP !== undefined && (row.fixedSampling === true ? topP !== 1 : topP < 0.95))
      topP = drop('top_p', topP, row.fixedSampling === true ? 'it is refused' : 'less than 0.95 is refused', rule)
    if (topK !== undefined) topK = drop('top_k', topK, 'it is refused', rule)
  }
  if (claude && row.oneOfSampling === true && temperature !== undefined && topP !== undefined) {
    topP = drop('top_p', topP, 'beside a temperature it is refused', `by ${target.model}`)
  }
  return {
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(sampling.stop !== undefined && sampling.stop.length > 0 && { stop_sequences: sampling.stop }),
  }

  function drop(field: string, value: number, what: string, when: string): undefined {
    say(`${field} ${value} was left out: ${what} ${when}.`)
  }
}
