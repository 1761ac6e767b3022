import { useId, useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../api/api-call-error.ts'
import { requestJson } from '../../../api/request.ts'
import { announce } from '../../../ui/announcer.tsx'
import { words } from '../../../words/en/traces.ts'

interface Props {
  action: string
  title: string
  what: string
  path: string
  onDone(): void
}

/** A button that deletes traces after a confirmation. */
export function DeleteTraces({ action, title, what, path, onDone }: Props) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <button type="button" class="button danger" onClick={() => dialog.current!.showModal()}>
        {action}
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby={titleId}>
        <form method="dialog" class="stack trace-delete">
          <h2 id={titleId}>{title}</h2>
          <p>{what}</p>
          {problem !== undefined && (
            <p class="notice bad" role="alert">
              {words.delete.failed} {problem}
            </p>
          )}
          <p class="row">
            <button type="submit" class="button" autofocus>
              {words.delete.cancel}
            </button>
            <button type="button" class="button danger" disabled={isBusy} onClick={() => void remove()}>
              {words.delete.confirm}
            </button>
          </p>
        </form>
      </dialog>
    </>
  )

  async function remove(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      const { deleted } = await requestJson<{ deleted: number }>(path, { method: 'DELETE' })
      dialog.current?.close()
      announce(words.delete.done(deleted))
      onDone()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
}
