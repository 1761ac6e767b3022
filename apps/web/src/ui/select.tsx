import type { ComponentChildren } from 'preact'

interface Props<Value extends string> {
  label: string
  value: Value
  /** Texts by value, in order. */
  options: Readonly<Record<Value, string>>
  onChange(value: Value): void
  /** Class of the label. Default `field`. */
  class?: string
  isDisabled?: boolean
  children?: ComponentChildren
}

/** A choice of one value, below its label. */
export function Select<Value extends string>(props: Props<Value>) {
  const { label, value, options, onChange, class: name = 'field', isDisabled = false, children } = props
  return (
    <label class={name}>
      <span>{label}</span>
      <select class="select" value={value} disabled={isDisabled} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        {Object.entries<string>(options).map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
      {children}
    </label>
  )
}

/** Options that are their own texts. */
export const asOptions = <Value extends string>(values: readonly Value[]): Record<Value, string> =>
  Object.fromEntries(values.map((value) => [value, value])) as Record<string, string> as Record<Value, string>
