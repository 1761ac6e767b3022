import type { ModelExample, Model } from '@reason/gateway-api'
import { ask, type Turn } from '../conversation.ts'
import { isRecording, models } from '../settings/models.ts'
import { change } from '../settings/settings.ts'
import { words } from '../../../words/en/welcome.ts'

/** Plays a recording, with the settings of its example. */
export function watchRecording({ id, example }: Model): void {
  const { questions, compareWith, budgetTokens, visibility, tools } = example ?? {}
  change({
    model: id,
    other: compareWith,
    budget: budgetTokens === undefined ? '' : String(budgetTokens),
    visibility: visibility ?? '',
    tools: tools === undefined ? '' : JSON.stringify(tools, null, 2),
  })
  ask({ type: 'question', text: questions?.[0] ?? (id.includes('tool') ? words.toolQuestion : words.recordedQuestion) })
}

/** Example of the recording in the current conversation. */
function exampleOf(turns: readonly Turn[]): ModelExample | undefined {
  const all = models.value
  const id = turns.at(-1)?.lanes[0]?.generation.request.model
  return all.state === 'known' ? all.list.find((model) => model.id === id && isRecording(model))?.example : undefined
}

const countOf = (turns: readonly Turn[], type: Turn['input']['type']): number => turns.filter(({ input }) => input.type === type).length

/** Next question of a recording. Undefined after its last question. */
export const nextQuestion = (turns: readonly Turn[]): string | undefined =>
  turns.at(-1)?.lanes[0]?.generation.final.value?.finish_reason === 'stop'
    ? exampleOf(turns)?.questions[countOf(turns, 'question')]
    : undefined

/** Recorded result for the open tool call. */
export const nextResult = (turns: readonly Turn[]): string => exampleOf(turns)?.results?.[countOf(turns, 'results')] ?? ''
