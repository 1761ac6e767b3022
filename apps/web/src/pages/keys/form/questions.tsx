import type { Balance, KeyView, MadeKey } from '@reason/gateway-api'
import { useState } from 'preact/hooks'
import { session } from '../../../api/session.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { formatCount } from '../../../words/numbers.ts'
import { Select } from '../../../ui/select.tsx'
import { words } from '../../../words/en/keys.ts'
import { Dialog } from './dialog.tsx'

/** Shows the secret of a new key once. The page drops it with the dialog. */
export function ShowText({ made, isNew, onClose }: { made: MadeKey; isNew: boolean; onClose: () => void }) {
  const base = new URL('v1', document.baseURI).href
  return (
    <Dialog
      title={isNew ? words.made.title : words.made.rotated}
      action={words.made.done}
      canCancel={false}
      act={() => Promise.resolve()}
      onClose={onClose}
    >
      <p>{words.made.once}</p>
      <div class="key-text">
        <code>{made.text}</code>
        <CopyButton label={words.made.copy} text={() => made.text} />
      </div>
      <p>{words.made.use}</p>
      <pre class="key-use">{`OPENAI_BASE_URL=${base}\nOPENAI_API_KEY=${made.text.slice(0, 14)}…`}</pre>
    </Dialog>
  )
}

export function AskRotate({ of, rotate, onClose }: { of: KeyView; rotate: (graceMs: number) => Promise<void>; onClose: () => void }) {
  const [grace, setGrace] = useState('3600000')
  return (
    <Dialog title={words.rotate.title(of.name)} action={words.rotate.action} act={() => rotate(Number(grace))} onClose={onClose}>
      <p>{words.rotate.why}</p>
      <Select label={words.rotate.grace} value={grace} options={words.rotate.graces} onChange={setGrace} />
    </Dialog>
  )
}

interface AskResetProps {
  whose: KeyView
  of: Balance
  reset(): Promise<void>
  onClose(): void
}

export function AskReset({ whose, of: { scope, of, used, limit }, reset, onClose }: AskResetProps) {
  const name = scope === 'key' ? whose.name : of
  return (
    <Dialog title={words.reset.title(words.keys.budgetOf(scope, name))} action={words.reset.action} act={reset} onClose={onClose}>
      <p>{words.reset.why(formatCount(used), formatCount(limit))}</p>
      {scope === 'team' && <p>{words.reset.team}</p>}
    </Dialog>
  )
}

export function AskRevoke({ of, revoke, onClose }: { of: KeyView; revoke: () => Promise<void>; onClose: () => void }) {
  return (
    <Dialog title={words.revoke.title(of.name)} action={words.revoke.action} isDangerous act={revoke} onClose={onClose}>
      <p>{words.revoke.why}</p>
      {session.value?.key?.id === of.id && <p class="notice warn">{words.revoke.self}</p>}
    </Dialog>
  )
}
