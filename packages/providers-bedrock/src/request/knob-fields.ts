import type { Knobs } from '@reason/core/conversation'
import { isEffort } from '@reason/wire-kit'
import { readThinking } from '@reason/claude'
import { isLoose, without, type Loose } from './fields.ts'

/** Fields of `additionalModelRequestFields` that say how a model is to think. */
const knobFields = ['thinking', 'reasoning_config', 'reasoningConfig', 'reasoning_effort', 'output_config'] as const

/** Those of them that are said; of `output_config`, the effort alone. */
export function pickKnobs(additional: Loose): Loose {
  const { output_config: output } = additional
  const picked = Object.entries(additional).filter(
    ([field]) => (knobFields as readonly string[]).includes(field) && field !== 'output_config',
  )
  const effort = isLoose(output) && output.effort !== undefined ? [['output_config', { effort: output.effort }] as const] : []
  return Object.fromEntries([...picked, ...effort])
}

/** The others, as they were. */
export function withoutKnobs(additional: Loose): Loose {
  const { output_config: output } = additional
  const rest = without(additional, ...knobFields)
  if (output === undefined || (isLoose(output) && Object.keys(output).length === 1 && output.effort !== undefined)) return rest
  return { ...rest, output_config: isLoose(output) ? without(output, 'effort') : output }
}

/** Values that are not known here say nothing. */
export function readKnobs(fields: Loose): Knobs {
  const { thinking, reasoning_config: config, reasoningConfig: nova, reasoning_effort: word, output_config: output } = fields
  const holder = [thinking, config, nova].find(isLoose)
  const effort = [isLoose(output) ? output.effort : undefined, word, holder?.maxReasoningEffort].find(isEffort)
  return readThinking(holder, effort)
}

/** What the fields of a request say, by path. */
export const sentFields = (fields: Loose): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const path = `additionalModelRequestFields.${field}`
      return isLoose(value) ? Object.entries(value).map(([name, inner]) => [`${path}.${name}`, inner] as const) : [[path, value] as const]
    }),
  )
