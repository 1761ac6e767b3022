import type { Knobs } from '@reason/core/conversation'
import { isEffort, isLoose, isNumber, isString, type Loose } from '@reason/wire-kit'

/** Thinking settings of a request, in Claude's own fields. */
export interface ThinkingWords {
  thinking?: Loose
  /** `output_config.effort` */
  effort?: string
}

/** `default`: no field is sent, and the model's default applies. */
export type ThinkingMode = 'enabled' | 'adaptive' | 'off' | 'default'

/** Types of `thinking`, and whether they enable it. `between_tools`: the model does not think, and its progress reports come as thinking. */
const types: Readonly<Record<string, boolean>> = { enabled: true, adaptive: true, disabled: false, between_tools: false }
const displays: Readonly<Record<string, Knobs['visibility']>> = { summarized: 'summary', updates: 'summary', omitted: 'none' }

/** Reads the knobs. Unknown values are ignored. */
export function readThinking(thinking: unknown, effort?: unknown): Knobs {
  const { type, budget_tokens: budget, display } = isLoose(thinking) ? thinking : ({} as Loose)
  const enabled = isString(type) && Object.hasOwn(types, type) ? types[type] : undefined
  const visibility = isString(display) && Object.hasOwn(displays, display) ? displays[display] : undefined
  return {
    ...(enabled !== undefined && { enabled }),
    ...(isEffort(effort) && { effort }),
    ...(isNumber(budget) && { budgetTokens: budget }),
    ...(visibility !== undefined && { visibility }),
  }
}

export function modeOf(thinking: unknown): ThinkingMode {
  const type = isLoose(thinking) ? thinking.type : undefined
  if (type === 'disabled') return 'off'
  return type === 'enabled' || type === 'adaptive' ? type : 'default'
}

export const isOn = (mode: ThinkingMode): boolean => mode === 'enabled' || mode === 'adaptive'
