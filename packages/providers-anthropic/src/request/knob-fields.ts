import type { Effort, Knobs } from '@reason/core/conversation'
import { efforts } from '@reason/core/conversation'
import { isLoose, isString, without, type Loose } from './fields.ts'

const types: Readonly<Record<string, boolean>> = { enabled: true, adaptive: true, disabled: false }
const displays: Readonly<Record<string, Knobs['visibility']>> = { summarized: 'summary', omitted: 'none' }

/** `thinking` and `output_config.effort` as knobs. Values that are not known here say nothing. */
export function readKnobs({ thinking, output_config: output }: Loose): Knobs {
  const { type, budget_tokens: budget, display } = isLoose(thinking) ? thinking : ({} as Loose)
  const effort = isLoose(output) ? output.effort : undefined
  const enabled = isString(type) && Object.hasOwn(types, type) ? types[type] : undefined
  const visibility = isString(display) && Object.hasOwn(displays, display) ? displays[display] : undefined
  return {
    ...(enabled !== undefined && { enabled }),
    ...(isEffort(effort) && { effort }),
    ...(typeof budget === 'number' && { budgetTokens: budget }),
    ...(visibility !== undefined && { visibility }),
  }
}

const isEffort = (value: unknown): value is Effort => (efforts as readonly unknown[]).includes(value)

/** Whether knobs still say what fields of a body say. */
export const saysTheSame = (one: Knobs, other: Knobs): boolean =>
  (['enabled', 'effort', 'budgetTokens', 'visibility'] as const).every((knob) => one[knob] === other[knob])

/** What the fields of a request say, by path. */
export function sentFields({ thinking, effort }: { thinking?: Loose; effort?: string }): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(thinking ?? {}).map(([field, value]) => [`thinking.${field}`, value])),
    ...(effort !== undefined && { 'output_config.effort': effort }),
  }
}

/** `output_config` beside the effort and the format. */
export const restOfOutput = (value: unknown): Loose => (isLoose(value) ? without(value, 'effort', 'format') : {})

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
