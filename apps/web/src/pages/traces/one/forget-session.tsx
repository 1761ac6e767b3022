import { useRef, useState } from 'preact/hooks'
import { messageOf } from '../../../api/api-error.ts'
import { requestJson } from '../../../api/request.ts'
import { announce } from '../../../shell/announcer.tsx'
import { words } from '../../../words/en/traces.ts'

/** Deletes a session, when the reader has said so twice. */
export function ForgetSession({ session, onDone }: { session: string; onDone(): void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <button type="button" class="button danger" onClick={() => dialog.current!.showModal()}>
        {words.forget.action}
      </button>
      <dialog ref={dialog} class="dialog" aria-labelledby="forget-title">
        <form method="dialog" class="trace-forget">
          <h2 id="forget-title">{words.forget.title(session)}</h2>
          <p>{words.forget.what}</p>
          {problem !== undefined && (
            <p class="notice bad" role="alert">
              {words.forget.failed} {problem}
            </p>
          )}
          <p class="row">
            <button type="submit" class="button" autofocus>
              {words.forget.cancel}
            </button>
            <button type="button" class="button danger" disabled={isBusy} onClick={() => void forget()}>
              {words.forget.confirm}
            </button>
          </p>
        </form>
      </dialog>
    </>
  )

  async function forget(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      const { deleted } = await requestJson<{ deleted: number }>(`api/sessions/${encodeURIComponent(session)}/traces`, { method: 'DELETE' })
      dialog.current?.close()
      announce(words.forget.done(deleted))
      onDone()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
}
