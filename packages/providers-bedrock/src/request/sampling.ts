import type { Conversation, Sampling, Target } from '@reason/core/conversation'
import { type SettingName } from '@reason/wire-kit'
import { fitSampling } from '@reason/claude'
import { createTaker, isNumber, isStrings, keptOf, type Loose } from './fields.ts'
import { claudeRow, type ThinkingPlan } from './knobs.ts'
import { modelRowOf } from './models.ts'

/** What Converse has a field for. Top-k is the model's, and looked at where that is written. */
export const known: readonly SettingName[] = ['maxOutputTokens', 'temperature', 'topP', 'topK', 'stop', 'metadata']

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
  { model }: Target,
  { thinks, maxOutputTokens, fields }: Pick<ThinkingPlan, 'thinks' | 'maxOutputTokens' | 'fields'>,
  say: (note: string) => void,
): { config: Record<string, unknown>; topK: number | undefined } {
  const { form } = modelRowOf(model)
  const rules = { row: claudeRow(model), model, isOn: thinks, fields: { topP: 'topP', topK: 'top_k' } }
  let { temperature, topP, topK, stop } = form === 'claude' ? fitSampling(sampling, rules, say) : sampling
  // Of the API itself, whatever the model.
  if (temperature !== undefined && temperature > 1) {
    say(`The temperature is 1 at most: ${temperature} became 1.`)
    temperature = 1
  }
  const nova = fields.reasoningConfig as Loose | undefined
  if (form === 'nova' && nova?.maxReasoningEffort === 'high') {
    if (temperature !== undefined) temperature = drop('temperature', temperature)
    if (topP !== undefined) topP = drop('topP', topP)
  }
  return {
    config: {
      ...(maxOutputTokens !== undefined && { maxTokens: maxOutputTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(stop !== undefined && { stopSequences: stop }),
    },
    topK,
  }

  function drop(field: string, value: number): undefined {
    say(`${field} ${value} was left out: it is refused with the effort high.`)
  }
}
