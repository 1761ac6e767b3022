import { efforts, type Effort, type Knobs } from '@reason/core/conversation'
import { isLoose, isString, without, type Loose } from './fields.ts'

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

const types: Readonly<Record<string, boolean>> = { enabled: true, adaptive: true, disabled: false }
const displays: Readonly<Record<string, Knobs['visibility']>> = { summarized: 'summary', omitted: 'none' }

/** Values that are not known here say nothing. */
export function readKnobs(fields: Loose): Knobs {
  const { thinking, reasoning_config: config, reasoningConfig: nova, reasoning_effort: word, output_config: output } = fields
  const holder = [thinking, config, nova].find(isLoose) ?? {}
  const { type, budget_tokens: budget, display, maxReasoningEffort: grade } = holder
  const enabled = isString(type) && Object.hasOwn(types, type) ? types[type] : undefined
  const visibility = isString(display) && Object.hasOwn(displays, display) ? displays[display] : undefined
  const effort = [isLoose(output) ? output.effort : undefined, word, grade].find(isEffort)
  return {
    ...(enabled !== undefined && { enabled }),
    ...(effort !== undefined && { effort }),
    ...(typeof budget === 'number' && { budgetTokens: budget }),
    ...(visibility !== undefined && { visibility }),
  }
}

const isEffort = (value: unknown): value is Effort => (efforts as readonly unknown[]).includes(value)

export const saysTheSame = (one: Knobs, other: Knobs): boolean =>
  (['enabled', 'effort', 'budgetTokens', 'visibility'] as const).every((knob) => one[knob] === other[knob])

/** What the fields of a request say, by path. */
export const sentFields = (fields: Loose): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const path = `additionalModelRequestFields.${field}`
      return isLoose(value) ? Object.entries(value).map(([name, inner]) => [`${path}.${name}`, inner] as const) : [[path, value] as const]
    }),
  )

/** Thinking tokens of an effort, for models that want a budget; and back. */
const scale: readonly [Effort, number][] = [
  ['minimal', 1024],
  ['low', 2048],
  ['medium', 8192],
  ['high', 16_384],
  ['xhigh', 24_576],
  ['max', 32_768],
]

export const budgetFor = (effort: Effort): number => scale.find(([name]) => name === effort)?.[1] ?? 8192

export const effortFor = (tokens: number): Effort => scale.find(([, most]) => tokens <= most)?.[0] ?? 'max'

/** The nearest that is offered; of two, the lower. */
export function nearestEffort(wanted: Effort, offered: readonly Effort[]): Effort {
  const at = efforts.indexOf(wanted)
  return offered.toSorted((one, other) => Math.abs(efforts.indexOf(one) - at) - Math.abs(efforts.indexOf(other) - at))[0]!
}
