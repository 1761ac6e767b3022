import { useState } from 'preact/hooks'
import { Select } from '../../../ui/select.tsx'
import { words } from '../../../words/en/traces.ts'
import { timeOf, withFilter, type Filters } from './filters.ts'

/** Filter for a time range: relative to now, or between two times. */
export function TimeFilter({ filters, onChange }: { filters: Filters; onChange(filters: Filters): void }) {
  const { since, until } = filters
  const [isOpen, setOpen] = useState(false)
  const isCustom = isOpen || until !== undefined || (since !== undefined && !(since in words.filters.times))
  return (
    <>
      <Select
        label={words.filters.time}
        value={isCustom ? 'custom' : (since ?? '')}
        options={{ '': words.filters.anyTime, ...words.filters.times, custom: words.filters.custom }}
        onChange={choose}
      />
      {isCustom &&
        (['since', 'until'] as const).map((name) => (
          <label class="field" key={name}>
            <span>{words.filters[name]}</span>
            <input
              class="input"
              type="datetime-local"
              step={1}
              name={name}
              value={localTime(filters[name])}
              onChange={({ currentTarget }) => onChange(withFilter(filters, name, isoOf(currentTarget.value)))}
            />
          </label>
        ))}
    </>
  )

  function choose(value: string): void {
    setOpen(value === 'custom')
    if (value !== 'custom') onChange(withFilter(withFilter(filters, 'until', ''), 'since', value))
  }
}

/** Value of a `datetime-local` field: local time without a zone. */
function localTime(text: string | undefined): string {
  const time = text === undefined ? undefined : timeOf(text, Date.now())
  if (time === undefined) return ''
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}

const isoOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString())
