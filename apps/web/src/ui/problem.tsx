import { messageOf } from '../api/api-call-error.ts'
import { words } from '../words/en/shell.ts'

interface Props {
  title: string
  error?: unknown
  /** Button to solve the problem. */
  action?: { label: string; act: () => void }
}

/** Error state: what failed, the error, and what to do. */
export function Problem({ title, error, action }: Props) {
  return (
    <div class="state problem" role="alert">
      <h2>
        <span aria-hidden="true">▲ </span>
        {title}
      </h2>
      {error !== undefined && <p class="problem-message">{messageOf(error)}</p>}
      {action !== undefined && (
        <button type="button" class="button" onClick={action.act}>
          {action.label ?? words.retry}
        </button>
      )}
    </div>
  )
}
