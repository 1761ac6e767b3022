import { useState } from 'preact/hooks'
import { messageOf } from '../api/api-call-error.ts'
import { session, signIn } from '../api/session.ts'
import { words } from '../words/en/shell.ts'

/** Asks for a key. The key is sent once and not stored: the field is cleared, and a cookie that scripts cannot read replaces it. */
export function SignIn({ forAdministrators = false }: { forAdministrators?: boolean }) {
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState(session.value?.problem ?? undefined)
  const [isBusy, setBusy] = useState(false)
  return (
    <form class="state sign-in" onSubmit={submit}>
      <h1>{forAdministrators ? words.signIn.administrator : words.signIn.title}</h1>
      <p>{forAdministrators ? words.signIn.administratorWhy(session.value?.key?.name) : words.signIn.why}</p>
      <label class="field">
        <span>{words.signIn.key}</span>
        <input
          class="input mono"
          type="password"
          autocomplete="current-password"
          spellcheck={false}
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      {problem !== undefined && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="button primary" disabled={isBusy || key.trim() === ''}>
        {words.signIn.action}
      </button>
      <p class="small">
        {words.signIn.howToGet} <code>{forAdministrators ? words.signIn.administratorCommand : words.signIn.command}</code>
      </p>
    </form>
  )

  async function send(): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    try {
      await signIn(key.trim())
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setKey('')
      setBusy(false)
    }
  }

  function submit(event: Event): void {
    event.preventDefault()
    void send()
  }
}
