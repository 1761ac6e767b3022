import type { Knobs } from '@reason/core/conversation'
import { isEffort, isText } from '@reason/wire-kit'
import { readThinking } from '@reason/claude'
import { isLoose, without, type Loose } from './fields.ts'

/** Fields of `additionalModelRequestFields` that control thinking. */
const knobFields = ['thinking', 'reasoning_config', 'reasoningConfig', 'reasoning_effort', 'output_config'] as const

/** Returns the thinking fields; of `output_config`, only the effort. */
export function pickKnobs(additional: Loose): Loose {
  const { output_config: output } = additional
  const picked = Object.entries(additional).filter(
    ([field]) => (knobFields as readonly string[]).includes(field) && field !== 'output_config',
  )
  const effort = isLoose(output) && output.effort !== undefined ? [['output_config', { effort: output.effort }] as const] : []
  return Object.fromEntries([...picked, ...effort])
}

/** Returns the other fields, unchanged. */
export function withoutKnobs(additional: Loose): Loose {
  const { output_config: output } = additional
  const rest = without(additional, ...knobFields)
  if (output === undefined || (isLoose(output) && Object.keys(output).length === 1 && output.effort !== undefined)) return rest
  return { ...rest, output_config: isLoose(output) ? without(output, 'effort') : output }
}

/** Reads the knobs. Unknown values are ignored. */
export function readKnobs(fields: Loose): Knobs {
  const { thinking, reasoning_config: config, reasoningConfig: nova, reasoning_effort: word, output_config: output } = fields
  const holder = [thinking, config, nova].find(isLoose)
  const effort = [isLoose(output) ? output.effort : undefined, word, config, holder?.maxReasoningEffort].find(isEffort)
  return readThinking(isText(config) ? { type: 'enabled' } : holder, effort)
}

/** Returns the thinking fields of a request, by path. */
export const sentFields = (fields: Loose): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const path = `additionalModelRequestFields.${field}`
      return isLoose(value) ? Object.entries(value).map(([name, inner]) => [`${path}.${name}`, inner] as const) : [[path, value] as const]
    }),
  )
