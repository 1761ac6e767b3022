import type { Conversation, Sampling, Target } from '@reason/core/conversation'
import { defined, type LostSettingName } from '@reason/wire-kit'
import { fitSampling } from '@reason/claude'
import { createTaker, isNumber, isStrings, keptOf, type Loose } from './fields.ts'
import { claudeRow, type ThinkingPlan } from './knobs.ts'
import { modelRowOf } from './models.ts'

/** Settings that Converse has a field for. Top-k is specific to the model, and is checked where it is written. */
export const known: readonly LostSettingName[] = ['maxOutputTokens', 'temperature', 'topP', 'topK', 'stop', 'metadata']

/** Reads `inferenceConfig`, and returns its unknown members as `rest`. */
export function readSampling(config: Loose): { sampling: Sampling; rest: Loose } {
  const from = createTaker(config)
  const sampling = defined({
    maxOutputTokens: from.take('maxTokens', isNumber),
    temperature: from.take('temperature', isNumber),
    topP: from.take('topP', isNumber),
    stop: from.take('stopSequences', isStrings),
  })
  return { sampling, rest: keptOf(from.rest()) }
}

/** Writes sampling settings. Settings that thinking or newer models refuse are dropped with a note. */
export function writeSampling(
  { sampling = {} }: Conversation,
  { model }: Target,
  { thinks, maxOutputTokens, fields }: Pick<ThinkingPlan, 'thinks' | 'maxOutputTokens' | 'fields'>,
  say: (note: string) => void,
): { config: Record<string, unknown>; topK: number | undefined } {
  const { form } = modelRowOf(model)
  const rules = { row: claudeRow(model), model, isOn: thinks, fields: { topP: 'topP', topK: 'top_k' } }
  let { temperature, topP, topK, stop } = form === 'claude' ? fitSampling(sampling, rules, say) : sampling
  // Limit of the API itself, for every model.
  if (temperature !== undefined && temperature > 1) {
    say(`The temperature is 1 at most: ${temperature} became 1.`)
    temperature = 1
  }
  const nova = fields.reasoningConfig as Loose | undefined
  if (form === 'nova' && nova?.maxReasoningEffort === 'high') {
    if (temperature !== undefined) temperature = drop('temperature', temperature)
    if (topP !== undefined) topP = drop('topP', topP)
  }
  return { config: defined({ maxTokens: maxOutputTokens, temperature, topP, stopSequences: stop }), topK }

  function drop(field: string, value: number): undefined {
    say(`${field} ${value} was left out: it is refused with the effort high.`)
  }
}
