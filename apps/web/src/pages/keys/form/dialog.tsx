import './form.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../api/api-error.ts'
import { words } from '../../../words/en/keys.ts'

interface Props {
  title: string
  /** What the button says that does it. */
  action: string
  isDangerous?: boolean
  /** Absent: there is nothing to cancel. */
  canCancel?: boolean
  onClose: () => void
  /** Stays open where this fails, and says why. */
  act: () => Promise<void>
  children: ComponentChildren
}

/** A question in a dialog of the browser: it holds the focus, and Escape leaves it. */
export function Dialog({ title, action, isDangerous = false, canCancel = true, onClose, act, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isDone = useRef(false)
  useEffect(() => element.current?.showModal(), [])
  return (
    <dialog ref={element} class="dialog key-dialog" aria-label={title} onCancel={keepOpen} onClose={closed}>
      <form onSubmit={submit}>
        <h2>{title}</h2>
        {children}
        {problem !== undefined && (
          <p class="notice bad" role="alert">
            {problem}
          </p>
        )}
        <div class="row dialog-buttons">
          <button type="submit" class={`button ${isDangerous ? 'danger' : 'primary'}`} disabled={isBusy}>
            {action}
          </button>
          {canCancel && (
            <button type="button" class="button quiet" onClick={() => element.current?.close()}>
              {words.cancel}
            </button>
          )}
        </div>
      </form>
    </dialog>
  )

  /** Escape loses nothing that cannot be had again. */
  function keepOpen(event: Event): void {
    if (!canCancel) event.preventDefault()
  }

  /** A browser asks the first time only: the second Escape closes it whatever a page says. */
  function closed(): void {
    if (canCancel || isDone.current) onClose()
    else element.current?.showModal()
  }

  function submit(event: Event): void {
    event.preventDefault()
    void run()
  }

  async function run(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
      isDone.current = true
      element.current?.close()
    } catch (error) {
      setProblem(messageOf(error))
      setBusy(false)
    }
  }
}
