import { efforts } from '@reason/core/conversation'
import type { ByModel, ForModels } from '../../shared/by-model.ts'
import { openaiModel, openaiModels, type OpenaiModel } from '../../shared/openai-models.ts'
import type { KnobRow } from './knob-row.ts'
import { sealedBack, type RequestRow } from './request-row.ts'

/** Request row of OpenAI's own models, whichever provider of OpenAI's API hosts them. */
export const openaiRequest: RequestRow = {
  rule: sealedBack('OpenAI takes reasoning back in its encrypted form, and only its own'),
  pairs: true,
  answers: true,
  customTools: true,
  strictSchema: true,
  toolName: 64,
  seals: true,
}

const thinkingOf = ({ reasons, efforts: known, byDefault }: Omit<OpenaiModel, 'models'>): KnobRow =>
  reasons
    ? { efforts: known, ...(byDefault !== undefined && { byDefault }), shows: 'asked', modes: true, whileThinking: { sampling: 'refused' } }
    : { efforts: [], never: true, shows: 'none' }

/** Rows by the table of OpenAI's models. */
export const openaiThinking: ByModel<KnobRow> = [
  ...openaiModels.map(({ models, since, ...model }): ForModels<KnobRow> => ({ models, since, ...thinkingOf(model) })),
  { notKnown: 'a model that the table of its models does not name, or a deployment of any name: reasoning is sent as it is' },
]

/** Returns the row for a model that the provider has no row for: OpenAI's row, else one that sends everything unchanged. */
export function unknownThinking(name: string): KnobRow {
  const model = openaiModel(name)
  return model === undefined ? { efforts, modes: true } : thinkingOf(model)
}
