import { useState } from 'preact/hooks'
import { words } from '../../words/en/playground.ts'
import { askAgain, type Turn } from './conversation.ts'
import { LaneView } from './lane-view.tsx'
import { visibleText } from '../../text/visible.ts'

/** A question, and what one or two models made of it. */
export function TurnView({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const { input, lanes } = turn
  return (
    <article class="turn" aria-label={words.turn}>
      {input.type === 'question' ? (
        <Question turn={turn} text={input.text} />
      ) : (
        <ul class="results">
          {input.results.map(({ call, name, content }) => (
            <li key={call} class="small">
              <span class="badge">{words.call.resultOf(name)}</span> <span class="mono">{content}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="lanes" data-count={lanes.length}>
        {lanes.map((lane, index) => (
          <LaneView key={index} lane={lane} turn={turn} isLast={isLast} />
        ))}
      </div>
    </article>
  )
}

function Question({ turn, text }: { turn: Turn; text: string }) {
  const [draft, setDraft] = useState<string>()
  if (draft === undefined) {
    return (
      <div class="question">
        <p class="question-text" dir="auto">
          {visibleText(text)}
        </p>
        <button type="button" class="button quiet small" onClick={() => setDraft(text)}>
          {words.edit}
        </button>
      </div>
    )
  }
  return (
    <form class="question editing" onSubmit={submit}>
      <textarea
        class="textarea"
        aria-label={words.composer.question}
        rows={Math.min(8, draft.split('\n').length + 1)}
        value={draft}
        ref={(element) => element?.focus()}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && (event.stopPropagation(), setDraft(undefined))}
      />
      <div class="row">
        <button type="submit" class="button primary small" disabled={draft.trim() === ''}>
          {words.askAnew}
        </button>
        <button type="button" class="button quiet small" onClick={() => setDraft(undefined)}>
          {words.cancel}
        </button>
      </div>
    </form>
  )

  function submit(event: Event): void {
    event.preventDefault()
    setDraft(undefined)
    askAgain(turn, draft)
  }
}
