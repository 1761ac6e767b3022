import type { Effort, Knobs } from '@reason/core/conversation'
import { bestRow, isSince, type RowForModels } from '@reason/wire-kit'

/** Thinking settings of a model family, in Claude's fields: `thinking` and `output_config.effort`. */
export interface ThinkingRow extends RowForModels {
  /**
   * `budget`: `enabled`, with a budget. `adaptive`: the model decides, guided by an effort. `both`: the model accepts
   * either, and budgets are deprecated. `none`: the model cannot think.
   */
  thinking: 'budget' | 'adaptive' | 'both' | 'none'
  /** Values of `output_config.effort`, lowest first. Absent: the field is refused. */
  efforts?: readonly Effort[]
  /** Whether the model accepts a budget and ignores it: only the effort counts. Default: it obeys the budget. */
  overlooksBudget?: boolean
  /** Whether the model thinks by default. `always`: thinking cannot be turned off. */
  default: 'off' | 'on' | 'always' | 'unknown'
  /** Type of `thinking` that turns it off. Default: `disabled`. */
  off?: 'between_tools'
  /** The model refuses a tool choice that forces a call, even if it does not think. */
  noForcedTool?: boolean
  /** How much of its thinking the model shows by default. */
  shows: NonNullable<Knobs['visibility']>
  /** The model accepts `display`. */
  display?: boolean
  /** The model refuses temperature, top_p and top_k other than the default, with or without thinking. */
  fixedSampling?: boolean
  /** The model accepts temperature or top_p, not both. */
  oneOfSampling?: boolean
  /** The model refuses a prefilled answer, with or without thinking. */
  noPrefill?: boolean
  /** The model refuses a schema that binds the answer or a tool's arguments. */
  noSchema?: boolean
  /** Maximum output that the API accepts, in tokens. Absent: unknown, or beyond usual requests. */
  maxOutput?: number
}

const upToMax = ['low', 'medium', 'high', 'max'] as const
const all = ['low', 'medium', 'high', 'xhigh', 'max'] as const
const newest = {
  thinking: 'adaptive',
  efforts: all,
  default: 'on',
  shows: 'none',
  display: true,
  fixedSampling: true,
  oneOfSampling: true,
  noPrefill: true,
} as const
const four = { thinking: 'budget', default: 'off', shows: 'summary', display: true } as const

/** The pattern with more literal characters wins. */
const rows: readonly ThinkingRow[] = [
  // Models newer than those below.
  { ...newest, models: ['*claude*'] },
  { ...newest, models: ['*claude-opus*'], since: 5.5, default: 'always', noForcedTool: true },
  { ...newest, models: ['*claude-sonnet*'], since: 5.5, off: 'between_tools', noForcedTool: true },
  { ...newest, models: ['*claude*fable*', '*claude*mythos*'], since: 5.1, default: 'always', noForcedTool: true },
  { ...newest, models: ['*claude*fable*', '*claude*mythos*'], default: 'always' },
  { ...newest, models: dotted('*claude-opus-4-7*', '*claude-opus-4-8*', '*claude-opus-4-9*'), default: 'off' },
  {
    ...four,
    models: dotted('*claude-opus-4-6*', '*claude-sonnet-4-6*'),
    thinking: 'both',
    efforts: upToMax,
    oneOfSampling: true,
    noPrefill: true,
  },
  { ...four, models: dotted('*claude-opus-4-5*'), efforts: ['low', 'medium', 'high'], oneOfSampling: true },
  { ...four, models: dotted('*claude-opus-4-1*'), oneOfSampling: true, maxOutput: 32_000 },
  { ...four, models: dotted('*claude-sonnet-4-5*', '*claude-haiku-4-5*'), oneOfSampling: true },
  { ...four, models: ['*claude-opus-4*'], noSchema: true, maxOutput: 32_000 },
  { ...four, models: ['*claude-sonnet-4*', '*claude-4*'], noSchema: true },
  { models: dotted('*claude-3-7*'), thinking: 'budget', default: 'off', shows: 'full', noSchema: true },
  { models: dotted('*claude-3-5*'), thinking: 'none', default: 'off', shows: 'full', noSchema: true, maxOutput: 8192 },
  {
    models: ['*claude-3*', '*claude-2*', '*claude-v2*', '*claude-instant*'],
    thinking: 'none',
    default: 'off',
    shows: 'full',
    noSchema: true,
    maxOutput: 4096,
  },
]

/** Finds the row of a Claude model. An unknown name gets the row of the newest model. */
export function claudeRowOf(model: string): ThinkingRow {
  return bestRow(rows, model) ?? rows[0]!
}

/**
 * Tells whether a model binds each block of its thinking to everything before it (`system`, `tools`, earlier messages):
 * from Claude 5.1 on. These models also accept instructions in mid-conversation.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks, read in November 2026
 */
export const bindsThinking = (model: string): boolean => /claude/i.test(model) && isSince(5.1, model)

/** Adds the spelling with a dot to patterns, because versions are written `4-5` and `4.5`. */
function dotted(...patterns: string[]): string[] {
  return patterns.flatMap((pattern) => [pattern, pattern.replace(/(\d)-(\d)/, '$1.$2')])
}
