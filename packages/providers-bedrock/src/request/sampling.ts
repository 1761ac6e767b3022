import type { Conversation, Sampling, Target } from '@reason/core/conversation'
import { createTaker, isNumber, isStrings, keptOf, type Loose } from './fields.ts'
import type { ThinkingPlan } from './knobs.ts'
import { modelRowOf } from './models.ts'

/** `inferenceConfig`, and what is beside its known fields. */
export function readSampling(config: Loose): { sampling: Sampling; rest: Loose } {
  const from = createTaker(config)
  const [max, temperature, topP] = (['maxTokens', 'temperature', 'topP'] as const).map((field) => from.take(field, isNumber))
  const stop = from.take('stopSequences', isStrings)
  return {
    sampling: {
      ...(max !== undefined && { maxOutputTokens: max }),
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(stop !== undefined && { stop }),
    },
    rest: keptOf(from.rest()),
  }
}

/** What thinking and newer models refuse of it is left out, and said. */
export function writeSampling(
  { sampling = {} }: Conversation,
  target: Target,
  { mode, fields }: Pick<ThinkingPlan, 'mode' | 'fields'>,
  say: (note: string) => void,
): { config: Record<string, unknown>; topK: number | undefined } {
  const row = modelRowOf(target.model)
  const claude = row.form === 'claude'
  const on = mode === 'enabled' || mode === 'adaptive'
  let { temperature, topP, topK } = sampling
  if (claude && temperature !== undefined && temperature > 1) {
    say(`The temperature is 1 at most: ${temperature} became 1.`)
    temperature = 1
  }
  const rule = !claude ? undefined : on ? 'while thinking is on' : row.fixedSampling === true ? `by ${target.model}` : undefined
  if (rule !== undefined) {
    const fixed = row.fixedSampling === true
    if (temperature !== undefined && temperature !== 1) temperature = drop('temperature', temperature, 'any but 1 is refused', rule)
    if (topP !== undefined && (fixed ? topP !== 1 : topP < 0.95))
      topP = drop('topP', topP, fixed ? 'it is refused' : 'less than 0.95 is refused', rule)
    if (topK !== undefined) topK = drop('top_k', topK, 'it is refused', rule)
  }
  if (claude && row.oneOfSampling === true && temperature !== undefined && topP !== undefined) {
    topP = drop('topP', topP, 'beside a temperature it is refused', `by ${target.model}`)
  }
  const nova = fields.reasoningConfig as Loose | undefined
  if (row.form === 'nova' && nova?.maxReasoningEffort === 'high') {
    if (temperature !== undefined) temperature = drop('temperature', temperature, 'it is refused', 'with the effort high')
    if (topP !== undefined) topP = drop('topP', topP, 'it is refused', 'with the effort high')
  }
  return {
    config: {
      ...(sampling.maxOutputTokens !== undefined && { maxTokens: sampling.maxOutputTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(sampling.stop !== undefined && { stopSequences: sampling.stop }),
    },
    topK,
  }

  function drop(field: string, value: number, what: string, when: string): undefined {
    say(`${field} ${value} was left out: ${what} ${when}.`)
  }
}
