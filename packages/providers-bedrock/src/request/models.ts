import { matchModel } from '@reason/core'
import type { Effort, Knobs, ReplayRule } from '@reason/core/conversation'
import { canonicalModel } from './model-alias.ts'

/** How a family of models is told to think, and what it wants back. */
export interface ModelRow {
  models: readonly string[]
  /**
   * Which fields of `additionalModelRequestFields` say it. `claude`: `thinking`, `output_config`. `nova`: `reasoningConfig`.
   * `effort`: `reasoning_effort`. `fixed`: none, it does what it does.
   */
  form: 'claude' | 'nova' | 'effort' | 'fixed'
  /** Of Claude: `enabled` with a budget, `adaptive`, or either. */
  thinking?: 'budget' | 'adaptive' | 'both' | 'none'
  /** The lowest first. Absent: it has no grades. */
  efforts?: readonly Effort[]
  /** Whether it thinks when nothing is said. */
  thinks: 'always' | 'by-default' | 'if-asked' | 'never'
  shows: NonNullable<Knobs['visibility']>
  /** Takes `display`. */
  display?: boolean
  /** Temperature, top_p and top_k other than the default are refused, with or without thinking. */
  fixedSampling?: boolean
  oneOfSampling?: boolean
  replay: ReplayRule
}

const sealedOnly: ReplayRule = { text: 'never', sealed: 'always', because: 'reasoning goes back signed and as it came, or not at all' }
const never: ReplayRule = { text: 'never', sealed: 'never', because: 'reasoning in the conversation is refused there' }
const always: ReplayRule = { text: 'always', sealed: 'always', because: 'the model goes on from its own reasoning' }
const ownOnly: ReplayRule = { ...always, ownTextOnly: true }

const claude = { form: 'claude', thinks: 'if-asked', shows: 'summary', display: true, oneOfSampling: true, replay: sealedOnly } as const
const grades = ['low', 'medium', 'high'] as const
const all = ['low', 'medium', 'high', 'xhigh', 'max'] as const
const newest = { ...claude, thinking: 'adaptive', efforts: all, shows: 'none', fixedSampling: true } as const

/** The pattern with more literal characters wins. */
const modelRows: readonly ModelRow[] = [
  { ...newest, models: ['*claude*'], thinks: 'by-default' },
  { ...newest, models: ['*claude-opus-4-7*', '*claude-opus-4-8*', '*claude-opus-4-9*'] },
  { ...claude, models: ['*claude-opus-4-6*', '*claude-sonnet-4-6*'], thinking: 'both', efforts: ['low', 'medium', 'high', 'max'] },
  { ...claude, models: ['*claude-opus-4-5*', '*claude-opus-4-1*', '*claude-sonnet-4-5*', '*claude-haiku-4-5*'], thinking: 'budget' },
  { ...claude, models: ['*claude-opus-4*', '*claude-sonnet-4*'], thinking: 'budget', oneOfSampling: false },
  { ...claude, models: ['*claude-3-7*'], thinking: 'budget', shows: 'full', display: false, oneOfSampling: false },
  { ...claude, models: ['*claude-3*', '*claude-v2*', '*claude-instant*'], thinking: 'none', thinks: 'never', oneOfSampling: false },
  { models: ['*nova-2*'], form: 'nova', efforts: grades, thinks: 'if-asked', shows: 'full', replay: ownOnly },
  { models: ['*gpt-oss*'], form: 'effort', efforts: grades, thinks: 'always', shows: 'full', replay: always },
  { models: ['*deepseek*r1*'], form: 'fixed', thinks: 'always', shows: 'full', replay: never },
  { models: ['*kimi*thinking*', '*minimax*'], form: 'fixed', thinks: 'always', shows: 'full', replay: always },
  { models: ['*deepseek*', '*kimi*', '*qwen*', '*glm*'], form: 'fixed', thinks: 'if-asked', shows: 'full', replay: always },
]

/** Any other model, and ids that name none (a profile of one's own): nothing is sent but what is sealed. */
const unknownRow: ModelRow = { models: [], form: 'fixed', thinks: 'if-asked', shows: 'full', replay: sealedOnly }

export function modelRowOf(model: string): ModelRow {
  const name = canonicalModel(model)
  let best = unknownRow
  let fit = -1
  for (const row of modelRows) {
    const found = matchModel(row.models, name)
    if (found > fit) [best, fit] = [row, found]
  }
  return best
}
