import type { Result } from '@reason/core'
import { useState } from 'preact/hooks'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { words } from '../../../words/en/bench.ts'
import type { ChosenSplit } from '../run/choice.ts'
import { rowOf } from '../run/row.ts'

/** Exports the result as a row of the conformance kit, as the expected output of a test. */
export function ExportRow({ text, chosen, result }: { text: string; chosen: ChosenSplit; result: Result }) {
  const [name, setName] = useState('')
  const row = (): string => `${JSON.stringify(rowOf(name.trim() === '' ? words.row.unnamed : name.trim(), text, chosen.context, result))}\n`
  return (
    <section class="export" aria-label={words.row.title}>
      <h2>{words.row.title}</h2>
      <p class="small soft">{words.row.about}</p>
      <div class="row end">
        <label class="field grow">
          <span>{words.row.name}</span>
          <input
            class="input"
            value={name}
            placeholder={words.row.placeholder}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="button" class="button" onClick={save}>
          {words.row.save}
        </button>
        <CopyButton label={words.row.copy} text={row} />
      </div>
    </section>
  )

  function save(): void {
    const address = URL.createObjectURL(new Blob([row()], { type: 'application/jsonl' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'conformance-row.jsonl'
    link.click()
    // The download has started when this task is over.
    setTimeout(() => URL.revokeObjectURL(address))
  }
}
