import './list.css'
import type { Balance, KeyView, MadeKey } from '@reason/gateway-api'
import { useState } from 'preact/hooks'
import { announce } from '../../../ui/announcer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/keys.ts'
import { changeKey, listKeys, makeKey, resetBudget, revokeKey, rotateKey } from '../api/keys.ts'
import { KeyForm } from '../form/key-form.tsx'
import { AskReset, AskRevoke, AskRotate, ShowText } from '../form/questions.tsx'
import { useLoaded } from '../use-loaded.tsx'
import { KeyRow, type KeyAction } from './key-row.tsx'

type Open =
  | { what: 'make' }
  | { what: KeyAction; key: KeyView }
  | { what: 'reset'; key: KeyView; balance: Balance }
  | { what: 'text'; made: MadeKey; isNew: boolean }
  | undefined

/** List of keys, with all actions on them. */
export function KeysList() {
  const { value, failure, again } = useLoaded(listKeys)
  const [open, setOpen] = useState<Open>()
  const [showsAll, setShowsAll] = useState(false)
  if (value === undefined) return failure ?? <Loading />
  const { required, keys } = value
  const gone = keys.filter(({ state }) => state !== 'active')
  const shown = (showsAll ? keys : keys.filter(({ state }) => state === 'active')).toReversed()
  return (
    <>
      {failure}
      <div class="row keys-head">
        <p class="soft">{required ? words.keys.required : words.keys.open}</p>
        {gone.length > 0 && (
          <label class="check small">
            <input type="checkbox" checked={showsAll} onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)} />{' '}
            {words.keys.showRevoked(gone.length, formatCount(gone.length))}
          </label>
        )}
        <button type="button" class="button primary" onClick={() => setOpen({ what: 'make' })}>
          {words.keys.make}
        </button>
      </div>
      {shown.length === 0 ? (
        <Empty title={keys.length === 0 ? words.keys.none : words.keys.noneActive}>
          <p>{words.keys.noneHow}</p>
        </Empty>
      ) : (
        <div class="card scroll" tabIndex={0} role="region" aria-label={words.parts.keys}>
          <table class="table keys-table">
            <thead>
              <tr>
                <th>{words.keys.name}</th>
                <th>{words.keys.sees}</th>
                <th>{words.keys.models}</th>
                <th>{words.keys.limits}</th>
                <th>{words.keys.made}</th>
                <th>
                  <span class="unseen">{words.keys.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((key) => (
                <KeyRow
                  key={key.id}
                  of={key}
                  act={(what) => setOpen({ what, key })}
                  reset={(balance) => setOpen({ what: 'reset', key, balance })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {question()}
    </>
  )

  function question() {
    const close = (): void => setOpen(undefined)
    switch (open?.what) {
      case 'make':
        return <KeyForm save={async (rights) => show(await makeKey(rights), true)} onClose={closeUnlessText} />
      case 'edit':
        return <KeyForm of={open.key} save={(rights) => done(changeKey(open.key.id, rights), words.announce.changed)} onClose={close} />
      case 'rotate':
        return (
          <AskRotate
            of={open.key}
            rotate={async (graceMs) => show(await rotateKey(open.key.id, graceMs), false)}
            onClose={closeUnlessText}
          />
        )
      case 'revoke':
        return <AskRevoke of={open.key} revoke={() => done(revokeKey(open.key.id), words.announce.revoked)} onClose={close} />
      case 'reset':
        return (
          <AskReset
            whose={open.key}
            of={open.balance}
            reset={() => done(resetBudget(open.balance), words.announce.reset)}
            onClose={close}
          />
        )
      case 'text':
        return <ShowText made={open.made} isNew={open.isNew} onClose={close} />
      case undefined:
        return null
    }
  }

  /** Closes the form, unless it was already replaced by the dialog with the key's secret. */
  function closeUnlessText(): void {
    setOpen((now) => (now?.what === 'text' ? now : undefined))
  }

  function show(made: MadeKey, isNew: boolean): void {
    announce(words.announce.made)
    setOpen({ what: 'text', made, isNew })
    again()
  }

  async function done(work: Promise<unknown>, said: string): Promise<void> {
    await work
    announce(said)
    again()
  }
}
