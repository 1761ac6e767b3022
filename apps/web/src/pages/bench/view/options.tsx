import { Select } from '../../../ui/select.tsx'
import { words } from '../../../words/en/bench.ts'
import { wireNames } from '../run/recording.ts'
import { choices, kind, model } from '../state.ts'

const recordings = Object.fromEntries(wireNames.map((name) => [name, words.options.kindRecording(name)]))

/** Options for the text: model, format and comparison. */
export function Options() {
  const isCompared = choices.value.length > 1
  return (
    <section class="stack card bench-options" aria-label={words.options.title}>
      <label class="field">
        <span>{words.options.model}</span>
        <input
          class="input"
          value={model.value}
          placeholder={words.options.modelUnknown}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => (model.value = currentTarget.value)}
        />
      </label>
      <Select
        label={words.options.kind}
        value={kind.value}
        options={{ '': words.options.kindSeen, text: words.options.kindText, ...recordings }}
        onChange={(value) => (kind.value = value)}
      />
      <button type="button" class="button" aria-pressed={isCompared} onClick={toggle}>
        {words.options.compare}
      </button>
      <p class="small soft">{words.options.local}</p>
    </section>
  )

  function toggle(): void {
    const [first] = choices.value
    choices.value = isCompared ? [first!] : [first!, { adapter: 'plain', family: '', start: '' }]
  }
}
