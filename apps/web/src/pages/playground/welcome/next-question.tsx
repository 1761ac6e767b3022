import { words } from '../../../words/en/welcome.ts'
import { ask, turns } from '../conversation.ts'
import { nextQuestion } from './example.ts'

/** The next question of a recorded conversation, one click away. */
export function NextQuestion() {
  const question = nextQuestion(turns.value)
  if (question === undefined) return null
  return (
    <button type="button" class="button next-question" onClick={() => ask({ type: 'question', text: question })}>
      {words.next(question)}
    </button>
  )
}
