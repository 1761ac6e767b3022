import type { Example, Model } from '@reason/gateway-api'
import { ask, type Turn } from '../conversation.ts'
import { isRecording, models } from '../settings/models.ts'
import { change } from '../settings/settings.ts'
import { words } from '../../../words/en/welcome.ts'

/** Asks a recording, with the settings that show it best. */
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

/** The example of the model that the conversation is with. */
function exampleOf(turns: readonly Turn[]): Example | undefined {
  const all = models.value
  const id = turns.at(-1)?.lanes[0]?.generation.request.model
  return all.state === 'known' ? all.list.find((model) => model.id === id && isRecording(model))?.example : undefined
}

const countOf = (turns: readonly Turn[], type: Turn['input']['type']): number => turns.filter(({ input }) => input.type === type).length

/** What to ask a recording next; undefined where its last question was asked. */
export const nextQuestion = (turns: readonly Turn[]): string | undefined =>
  turns.at(-1)?.lanes[0]?.generation.final.value?.finish_reason === 'stop'
    ? exampleOf(turns)?.questions[countOf(turns, 'question')]
    : undefined

/** The result that a recording has for the call that waits. */
export const nextResult = (turns: readonly Turn[]): string => exampleOf(turns)?.results?.[countOf(turns, 'results')] ?? ''
