import { bestRow, type RowForModels } from '@reason/wire-kit'
import type { Effort, Knobs, ReplayRule } from '@reason/core/conversation'
import { canonicalModel } from './model-alias.ts'

/** Thinking settings of a model family, and the reasoning that it wants back. */
export interface ModelRow extends RowForModels {
  /**
   * Fields of `additionalModelRequestFields` for thinking. `claude`: `thinking`, `output_config` (a separate table has
   * the details). `nova`: `reasoningConfig`. `effort`: `reasoning_effort`. `qwen`: `reasoning_config`, a word. `fixed`: none, the behaviour cannot be
   * changed.
   */
  form: 'claude' | 'nova' | 'effort' | 'qwen' | 'fixed'
  /** Efforts, lowest first. Absent: none. */
  efforts?: readonly Effort[]
  /** Whether the model thinks by default. */
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
  { models: ['*nova*'], since: 2, form: 'nova', efforts: grades, thinks: 'if-asked', shows: 'full', replay: ownOnly },
  { models: ['*gpt-oss*'], form: 'effort', efforts: grades, thinks: 'always', shows: 'full', replay: always },
  { models: ['*deepseek*r1*'], form: 'fixed', thinks: 'always', shows: 'full', replay: never },
  { models: ['*kimi*thinking*', '*minimax*'], form: 'fixed', thinks: 'always', shows: 'full', replay: always },
  { models: ['*qwen3-32b*'], form: 'qwen', efforts: ['low', 'high'], thinks: 'if-asked', shows: 'full', replay: always },
  { models: ['*deepseek*', '*kimi*', '*qwen*', '*glm*'], form: 'fixed', thinks: 'if-asked', shows: 'full', replay: always },
]

/** Row for any other model, and for ids without a model (a custom profile). Only sealed reasoning is sent back. */
const unknownRow: ModelRow = { models: [], form: 'fixed', thinks: 'if-asked', shows: 'full', replay: sealedOnly }

export function modelRowOf(model: string): ModelRow {
  return bestRow(modelRows, canonicalModel(model)) ?? unknownRow
}
