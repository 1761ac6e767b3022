import { visibleText } from '../../../text/visible.ts'
import { words } from '../../../words/en/playground.ts'
import { models } from './models.ts'

interface Props {
  label: string
  value: string
  onChange(id: string): void
}

/** Selects a model of the upstream. If there is no list of models, any name can be typed. */
export function ModelSelect({ label, value, onChange }: Props) {
  const all = models.value
  if (all.state === 'failed' || (all.state === 'known' && all.list.length === 0)) {
    return (
      <label class="field model">
        <span>{label}</span>
        <input
          class="input"
          value={value}
          placeholder={words.settings.anyModel}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </label>
    )
  }
  const list = all.state === 'known' ? all.list : []
  const about = list.find(({ id }) => id === value)?.description
  return (
    <label class="field model" {...(about !== undefined && { title: about })}>
      <span>{label}</span>
      <select
        class="select"
        value={value}
        disabled={all.state === 'loading'}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {list.map(({ id }) => (
          <option key={id} value={id}>
            {visibleText(id)}
          </option>
        ))}
      </select>
    </label>
  )
}
