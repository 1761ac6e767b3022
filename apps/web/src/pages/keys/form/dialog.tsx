import './form.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../api/api-call-error.ts'
import { words } from '../../../words/en/keys.ts'

interface Props {
  title: string
  /** Label of the button that runs `act`. */
  action: string
  isDangerous?: boolean
  /** Default: true. False if there is nothing to cancel. */
  canCancel?: boolean
  onClose: () => void
  /** Runs the action. If it fails, the dialog stays open and shows the error. */
  act: () => Promise<void>
  children: ComponentChildren
}

/** A modal dialog of the browser: it traps the focus, and Escape closes it. */
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

  /** Ignores Escape if closing would lose content that cannot be shown again. */
  function keepOpen(event: Event): void {
    if (!canCancel) event.preventDefault()
  }

  /** Reopens the dialog if it must stay open. A browser fires `cancel` only for the first Escape; the second one closes the dialog. */
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
