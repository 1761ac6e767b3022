import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../../api/api-call-error.ts'
import { words } from '../../words/en/playground.ts'
import { ask, stopAll, turns } from './conversation.ts'
import { models, recordingsOf } from './settings/models.ts'
import { settings } from './settings/settings.ts'

/** The unsent text. Kept while the user visits another page or signs in again. */
const draft = signal('')

let field: HTMLTextAreaElement | null = null

export const focusQuestion = (): void => field?.focus()

export function Composer() {
  const text = draft.value
  const [problem, setProblem] = useState<string>()
  const area = useRef<HTMLTextAreaElement>(null)
  const isRunning = turns.value.some(({ lanes }) => lanes.some(({ generation }) => isOpen(generation.phase.value)))
  const isRecording = recordingsOf(models.value).some(({ id }) => id === settings.value.model)

  /** True if the user sent the text before any model was known. */
  const isDue = useRef(false)
  useEffect(() => {
    if (isDue.current && settings.value.model !== '') send()
  }, [settings.value.model])
  useLayoutEffect(() => {
    field = area.current
    return () => (field = null)
  }, [])
  // The field grows with the text, up to a limit.
  useLayoutEffect(() => {
    const element = area.current!
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight + 2, 220)}px`
  }, [text])

  return (
    <form class="stack composer" onSubmit={submit}>
      {problem !== undefined && (
        <p class="notice bad small" role="alert">
          {problem}
        </p>
      )}
      <div class="composer-box card">
        <label class="unseen" for="question">
          {words.composer.question}
        </label>
        <textarea
          id="question"
          ref={area}
          rows={1}
          value={text}
          dir="auto"
          placeholder={isRecording ? words.composer.placeholderRecording : words.composer.placeholder}
          onInput={({ currentTarget }) => {
            isDue.current = false
            draft.value = currentTarget.value
          }}
          onKeyDown={keyDown}
        />
        <div class="row composer-tools">
          {/* One button, which keeps the focus. None that submits: a click that stops would, as it is of the other kind by then, ask as well. */}
          <button
            type="button"
            class={`button ${isRunning ? 'danger' : 'primary'}`}
            disabled={!isRunning && (text.trim() === '' || settings.value.model === '')}
            onClick={isRunning ? stopAll : send}
          >
            {isRunning && <span aria-hidden="true">■ </span>}
            {isRunning ? words.composer.stop : words.composer.ask}
          </button>
        </div>
      </div>
    </form>
  )

  function submit(event: Event): void {
    event.preventDefault()
    send()
  }

  function send(): void {
    isDue.current = settings.value.model === ''
    if (isRunning || text.trim() === '' || isDue.current) return
    try {
      ask({ type: 'question', text })
      draft.value = ''
      setProblem(undefined)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  function keyDown(event: KeyboardEvent): void {
    // While an input method composes a word, Enter ends the word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    submit(event)
  }
}

const isOpen = (phase: string): boolean => phase === 'waiting' || phase === 'thinking' || phase === 'answering'
