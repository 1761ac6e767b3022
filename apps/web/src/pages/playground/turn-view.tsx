import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { words } from '../../words/en/playground.ts'
import { askAgain, type Turn } from './conversation.ts'
import { LaneView } from './lane-view.tsx'
import { visibleText } from '../../text/visible.ts'

/** A question, and the answers of one or two models. */
export function TurnView({ turn, isLast }: { turn: Turn; isLast: boolean }) {
  const { input, lanes } = turn
  const article = useRef<HTMLElement>(null)
  // The button that sent the question may have been removed with its element. The focus then moves here instead of to the top of the page.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) article.current!.focus({ preventScroll: true })
  }, [])
  return (
    <article class="stack turn" aria-label={words.turn} ref={article} tabIndex={-1}>
      {input.type === 'question' ? (
        <Question turn={turn} text={input.text} />
      ) : (
        <ul class="results">
          {input.results.map(({ call, name, content }) => (
            <li key={call} class="small">
              <span class="badge">{words.call.resultOf(name)}</span>
              <pre class="result-text" tabIndex={0} role="region" aria-label={words.call.resultOf(name)}>
                {visibleText(content)}
              </pre>
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
  const isEditing = draft !== undefined
  const wasEditing = useRef(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const edit = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isEditing) area.current!.focus()
    else if (wasEditing.current) edit.current!.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (draft === undefined) {
    return (
      <div class="question">
        <p class="question-text" dir="auto">
          {visibleText(text)}
        </p>
        <button type="button" class="button quiet small" ref={edit} onClick={() => setDraft(text)}>
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
        ref={area}
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
