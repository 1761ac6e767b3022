import { matchModel } from '@reason/core/adapter'
import type { Effort, Knobs, ReplayRule } from '@reason/core/conversation'
import { canonicalModel } from './model-alias.ts'

/** How a family of models is told to think, and what it wants back. */
export interface ModelRow {
  models: readonly string[]
  /**
   * Which fields of `additionalModelRequestFields` say it. `claude`: `thinking`, `output_config` (and a table of their own says the rest).
   * `nova`: `reasoningConfig`. `effort`: `reasoning_effort`. `fixed`: none, it does what it does.
   */
  form: 'claude' | 'nova' | 'effort' | 'fixed'
  /** The lowest first. Absent: it has no grades. */
  efforts?: readonly Effort[]
  /** Whether it thinks when nothing is said. */
  thinks: 'always' | 'if-asked'
  shows: NonNullable<Knobs['visibility']>
  replay: ReplayRule
}

const sealedOnly: ReplayRule = { text: 'never', sealed: 'always', because: 'reasoning goes back signed and as it came, or not at all' }
const never: ReplayRule = { text: 'never', sealed: 'never', because: 'reasoning in the conversation is refused there' }
const always: ReplayRule = { text: 'always', sealed: 'always', because: 'the model goes on from its own reasoning' }
const ownOnly: ReplayRule = { ...always, ownTextOnly: true }

const grades = ['low', 'medium', 'high'] as const

/** The pattern with more literal characters wins. */
const modelRows: readonly ModelRow[] = [
  { models: ['*claude*'], form: 'claude', thinks: 'if-asked', shows: 'summary', replay: sealedOnly },
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
