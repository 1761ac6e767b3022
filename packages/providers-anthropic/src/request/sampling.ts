import type { Conversation, Sampling, Target } from '@reason/core/conversation'
import { defined, type FieldTaker, type LostSettingName } from '@reason/wire-kit'
import { fitSampling } from '@reason/claude'
import { isNumber, isStrings } from './fields.ts'
import type { ThinkingPlan } from './knobs.ts'
import { isClaude, modelRowOf } from './models.ts'

/** Settings that Messages has a field for. */
export const known: readonly LostSettingName[] = ['maxOutputTokens', 'temperature', 'topP', 'topK', 'stop', 'user']

export function readSampling(from: FieldTaker): Sampling {
  return defined({
    maxOutputTokens: from.take('max_tokens', isNumber),
    temperature: from.take('temperature', isNumber),
    topP: from.take('top_p', isNumber),
    topK: from.take('top_k', isNumber),
    stop: from.take('stop_sequences', isStrings),
  })
}

/** Writes sampling settings. Settings that thinking or newer models refuse are dropped with a note. */
export function writeSampling(
  { sampling = {} }: Conversation,
  target: Target,
  { thinks, maxTokens }: Pick<ThinkingPlan, 'thinks' | 'maxTokens'>,
  say: (note: string) => void,
): Record<string, unknown> {
  const rules = { row: modelRowOf(target), model: target.model, isOn: thinks, fields: { topP: 'top_p', topK: 'top_k' } }
  const { temperature, topP, topK, stop } = isClaude(target) ? fitSampling(sampling, rules, say) : sampling
  return {
    max_tokens: maxTokens,
    ...defined({ temperature, top_p: topP, top_k: topK }),
    ...(stop !== undefined && stop.length > 0 && { stop_sequences: stop }),
  }
}
