import './filters.css'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useClosing } from '../../../ui/use-closing.ts'
import { outcomeText } from '../../../ui/outcome.tsx'
import { outcomes } from '../../../words/en/outcomes.ts'
import { Select } from '../../../ui/select.tsx'
import { words } from '../../../words/en/traces.ts'
import { formatTime } from '../../../ui/times.ts'
import { timeOf, withFilter, type FilterName, type Filters } from './filters.ts'
import { TimeFilter } from './time-filter.tsx'

interface Props {
  filters: Filters
  onChange(filters: Filters): void
}

const always = ['model', 'session'] as const
const further = ['provider', 'run', 'request', 'tenant', 'key', 'class'] as const
const numbers = ['minLeakScore', 'minReasoningTokens', 'maxReasoningTokens', 'minTotalTokens', 'maxTotalTokens'] as const

/** Form with all filters of the list. Active filters are also shown below it, with buttons to remove them. */
export function FilterBar({ filters, onChange }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const more = useRef<HTMLDetailsElement>(null)
  // On a phone, the button also opens the usual fields, which are outside of the menu.
  useClosing(more, form)
  const set = (name: FilterName) => (value: string) => onChange(withFilter(filters, name, value))
  return (
    <form ref={form} class="trace-filters" role="search" aria-label={words.filters.label} onSubmit={leave}>
      <Text name="q" filters={filters} onChange={set('q')} placeholder={words.filters.qHint} />
      <div class="trace-usual">
        {always.map((name) => (
          <Text key={name} name={name} filters={filters} onChange={set(name)} />
        ))}
        <Select
          label={words.filters.outcome}
          value={filters.outcome ?? ''}
          options={outcomeOptions(filters.outcome)}
          onChange={set('outcome')}
        />
        <TimeFilter filters={filters} onChange={onChange} />
      </div>
      <details class="drop trace-more" ref={more}>
        <summary class="button">{words.filters.more}</summary>
        <div class="drop-box trace-more-box card">
          {further.map((name) => (
            <Text key={name} name={name} filters={filters} onChange={set(name)} />
          ))}
          {numbers.map((name) => (
            <Text key={name} name={name} filters={filters} onChange={set(name)} isNumber />
          ))}
        </div>
      </details>
      {/* Without a button, Enter in one of several fields submits nothing. */}
      <input type="submit" hidden />
    </form>
  )
}

/** Handles Enter: moves the focus from the field to the list. The search itself already runs while the user types. */
function leave(event: Event): void {
  event.preventDefault()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** A filter's value for display. Times are in the user's time zone, as in the fields. */
function shownValue(name: FilterName, value: string): string {
  const said = words.filters.times[value]
  const time = said === undefined && (name === 'since' || name === 'until') ? timeOf(value, Date.now()) : undefined
  return said ?? (time === undefined ? value : formatTime(time))
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ filters, onChange }: Props) {
  const entries = (Object.entries(filters) as [FilterName, string][]).filter(([name]) => name !== 'sort')
  if (entries.length === 0) return null
  return (
    <ul class="trace-chips" aria-label={words.filters.label}>
      {entries.map(([name, value]) => (
        <li key={name}>
          <button
            type="button"
            class="button small"
            title={words.filters.remove(words.filters[name])}
            onClick={() => onChange(withFilter(filters, name, ''))}
          >
            <span class="soft">{words.filters[name]}</span> <span class="trace-chip-value">{shownValue(name, value)}</span>
            <span aria-hidden="true">×</span>
            <span class="unseen">{words.filters.remove(words.filters[name])}</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" class="button quiet small" onClick={() => onChange(filters.sort === undefined ? {} : { sort: filters.sort })}>
          {words.list.clear}
        </button>
      </li>
    </ul>
  )
}

/** Selects the order of the list. Search results are always in order of time. */
export function SortChoice({ filters, onChange }: Props) {
  return (
    <Select
      class="row small trace-sort"
      label={words.filters.sort}
      value={filters.q === undefined ? (filters.sort ?? '') : ''}
      options={{ '': words.filters.newest, ...words.filters.sorts }}
      isDisabled={filters.q !== undefined}
      onChange={(sort) => onChange(withFilter(filters, 'sort', sort))}
    />
  )
}

/** Milliseconds without typing before a search is sent, to save a request per letter. */
const settleMs = 350

interface TextProps {
  name: FilterName
  filters: Filters
  onChange(value: string): void
  placeholder?: string
  isNumber?: boolean
}

function Text({ name, filters, onChange, placeholder, isNumber = false }: TextProps) {
  const [text, setText] = useState(filters[name] ?? '')
  // The latest callback includes filters that changed during the pause.
  const latest = useRef(onChange)
  latest.current = onChange
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(filters[name] ?? ''), [filters[name]])
  useEffect(() => () => clearTimeout(timer.current), [])
  const attributes = {
    class: 'input',
    spellcheck: false,
    autocomplete: 'off',
    name,
    value: text,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.value, settleMs),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.value, 0),
  }
  return (
    <label class={`field trace-filter-${name}`}>
      <span>{words.filters[name]}</span>
      {isNumber ? (
        <input {...attributes} type="number" min={0} step={name === 'minLeakScore' ? 0.01 : 1} />
      ) : (
        <input {...attributes} type="text" enterkeyhint="search" {...(placeholder !== undefined && { placeholder })} />
      )}
    </label>
  )

  function change(value: string, afterMs: number): void {
    setText(value)
    clearTimeout(timer.current)
    if (value.trim() !== (filters[name] ?? '')) timer.current = setTimeout(() => latest.current(value), afterMs)
  }
}

/** @param chosen - Possibly an outcome that the page does not know, from its address. */
const outcomeOptions = (chosen: string | undefined): Record<string, string> => ({
  '': words.filters.any,
  ...Object.fromEntries(Object.keys(outcomes).map((outcome) => [outcome, outcomeText(outcome)])),
  ...(chosen !== undefined && !(chosen in outcomes) && { [chosen]: chosen }),
})
