import type { KeyRights, KeyView } from '@reason/gateway-api'
import { useState } from 'preact/hooks'
import { asOptions, Select } from '../../../ui/select.tsx'
import { words } from '../../../words/en/keys.ts'
import { Dialog } from './dialog.tsx'
import { draftOf, emptyDraft, rightsOf, type KeyDraft } from './draft.ts'

interface Props {
  /** Key to edit. Absent for a new key. */
  of?: KeyView
  save: (rights: KeyRights) => Promise<void>
  onClose: () => void
}

/** Effort levels that a key can request. */
const efforts = { '': words.any, ...asOptions(['minimal', 'low', 'medium', 'high', 'xhigh', 'max']) }

export function KeyForm({ of, save, onClose }: Props) {
  const [draft, setDraft] = useState<KeyDraft>(() => (of === undefined ? emptyDraft : draftOf(of)))
  const set = (part: Partial<KeyDraft>): void => setDraft((before) => ({ ...before, ...part }))

  /** Field for text, a number or a date. */
  const input = (name: keyof KeyDraft, label: string, more: { hint?: string; type?: 'number' | 'date'; required?: boolean } = {}) => (
    <label class="field">
      <span>{label}</span>
      <Input type={more.type} isRequired={more.required === true} value={String(draft[name])} set={(value) => set({ [name]: value })} />
      {more.hint !== undefined && <small class="soft">{more.hint}</small>}
    </label>
  )
  const select = (name: keyof KeyDraft, label: string, options: Readonly<Record<string, string>>, hint?: string) => (
    <Select label={label} value={String(draft[name])} options={options} onChange={(value) => set({ [name]: value })}>
      {hint !== undefined && <small class="soft">{hint}</small>}
    </Select>
  )

  return (
    <Dialog
      title={of === undefined ? words.form.make : words.form.change(of.name)}
      action={of === undefined ? words.form.create : words.form.save}
      act={() => save(rightsOf(draft, of))}
      onClose={onClose}
    >
      {input('name', words.form.name, { hint: words.form.nameHint, required: true })}
      <label class="check">
        <input type="checkbox" checked={draft.admin} onChange={({ currentTarget }) => set({ admin: currentTarget.checked })} />{' '}
        {words.form.admin}
      </label>
      {select('visibility', words.form.visibility, words.keys.visibilities)}
      {input('models', words.form.models, { hint: words.form.modelsHint })}
      <fieldset>
        <legend>{words.form.budgets}</legend>
        <div class="pair">
          {input('keyTokens', words.form.keyTokens, { type: 'number', hint: words.form.tokensHint })}
          {select('keyAction', words.form.action, words.form.actionsOf)}
          {input('sessionTokens', words.form.sessionTokens, { type: 'number', hint: words.form.tokensHint })}
          {select('sessionAction', words.form.action, words.form.actionsOf)}
          {select('wrapUp', words.form.wrapUp, words.form.wrapUps, words.form.wrapUpHint)}
          {draft.wrapUp === 'own' && input('wrapUpText', words.form.wrapUpText, { required: true })}
        </div>
      </fieldset>
      <fieldset>
        <legend>{words.form.rates}</legend>
        <div class="pair">
          {input('requestsPerMinute', words.form.requestsPerMinute, { type: 'number' })}
          {input('tokensPerMinute', words.form.tokensPerMinute, { type: 'number' })}
        </div>
      </fieldset>
      <div class="pair">
        {input('team', words.form.team, { hint: words.form.teamHint })}
        {input('session', words.form.session, { hint: words.form.sessionHint })}
        {select('askEffort', words.form.askEffort, efforts, words.form.askEffortHint)}
        {select('traceMode', words.form.traceMode, { '': words.any, ...words.form.traceModes })}
        {input('expires', words.form.expires, { type: 'date' })}
      </div>
    </Dialog>
  )
}

interface InputProps {
  type: 'number' | 'date' | undefined
  isRequired: boolean
  value: string
  set: (value: string) => void
}

function Input({ type, isRequired, value, set }: InputProps) {
  const common = {
    class: 'input',
    required: isRequired,
    autocomplete: 'off',
    value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(currentTarget.value),
  }
  if (type === 'number') return <input type="number" min={1} step={1} inputMode="numeric" {...common} />
  return type === 'date' ? <input type="date" {...common} /> : <input type="text" {...common} />
}
