import { words } from '../../../words/en/keys.ts'

/** A setting's value as written in the configuration, with its default if that differs. */
export function Value({ value, standard, isSet }: { value: unknown; standard: unknown; isSet: boolean }) {
  const isOther = isSet && standard !== null && JSON.stringify(standard) !== JSON.stringify(value)
  return (
    <>
      <Shown value={value} />
      {isOther && <span class="small soft"> {words.settings.isDefault(textOf(standard))}</span>}
    </>
  )
}

function Shown({ value }: { value: unknown }) {
  if (value === null) return <span class="soft">{words.settings.notSet}</span>
  if (typeof value === 'object') {
    return (
      <pre class="setting-json" tabIndex={0}>
        {JSON.stringify(value, null, 2)}
      </pre>
    )
  }
  return <code>{textOf(value)}</code>
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
